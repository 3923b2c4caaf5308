import { Webhook } from 'standardwebhooks';
import { describeInChromium } from '../support/chromium';
import { eventually } from '../support/eventually';
import { Receiver } from '../webhooks/receiver';
import { ALLOWED } from '../webhooks/webhook-service';
import { PageWorld } from './page-world';
import { typist } from './typist';
import type { Visitor } from './visitor';

const DAY_MS = 86_400_000;
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

describeInChromium('webhooks', () => {
  describe('on the page', () => {
    let world: PageWorld;
    let receiver: Receiver;
    let visitor: Visitor;
    let id: number;
    let url: string;

    beforeAll(async () => {
      world = await PageWorld.start(ALLOWED);
    });

    beforeEach(async () => {
      receiver = await Receiver.start();
      url = `${receiver.origin}/hooks`;
      visitor = await world.visitor({ permissions: ['clipboard-read', 'clipboard-write'] });
      await visitor.signUp('Hana Hooks');
      await visitor.visit('Tokens');
      id = visitor.organizationId();
      await visitor.page.getByRole('link', { name: 'Webhooks', exact: true }).click();
      await visitor.heading('Webhooks');
    });

    afterEach(async () => {
      await receiver.stop();
      await world.leave();
    });

    const shownSecret = () => visitor.page.getByLabel('The secret', { exact: true }).innerText();

    async function add(): Promise<string> {
      await visitor.click('Add a webhook');
      await visitor.page.getByLabel('Address', { exact: true }).fill(url);
      await visitor.click('Add the webhook');
      await visitor.page.getByRole('heading', { name: 'Copy the secret of the webhook now' }).waitFor();
      const secret = await shownSecret();
      await visitor.click('Copy the secret');
      await visitor.click('Done');
      return secret;
    }

    /** As if it were so for days: of the only webhook. */
    async function set(changes: Record<string, unknown>): Promise<void> {
      const names = Object.keys(changes);
      await world.service.database.execute(
        `UPDATE webhook_endpoints SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE organization_id = ?`,
        [...Object.values(changes), id],
      );
    }

    it('are added, by the events that are wanted, with a secret that is shown once', async () => {
      await visitor.sees('No webhook yet');
      await visitor.click('Add a webhook');
      await visitor.page.getByLabel('Address', { exact: true }).fill(`${url}/shop`);
      await visitor.page.getByLabel('Everything, also what will be added later').uncheck();
      await visitor.page.getByLabel(/^Few credits are left/).check();
      await visitor.page.getByLabel('Few are fewer than').fill('250');
      await visitor.click('Add the webhook');
      await visitor.page.getByRole('heading', { name: 'Copy the secret of the webhook now' }).waitFor();
      const secret = await shownSecret();
      expect(secret).toMatch(SECRET);
      await visitor.page.getByRole('link', { name: 'Overview', exact: true }).click();
      await visitor.sees('Did you copy the secret?');
      await visitor.click('Stay here');
      await visitor.click('Copy the secret');
      await visitor.sees('Copied');
      expect(await visitor.page.evaluate('navigator.clipboard.readText()')).toBe(secret);
      await visitor.click('Done');
      await visitor.hasFocus(/^Add a webhook$/);
      await visitor.page.reload();
      await visitor.sees('Is told of: list completed and few credits.');
      expect(await visitor.page.content()).not.toContain(secret);
      const [row] = await world.service.database.query<{ warn: number }>(
        'SELECT warn_below AS warn FROM organizations WHERE id = ?',
        [id],
      );
      expect(row?.warn).toBe(250);
    });

    it('say in sentences what is wrong with them', async () => {
      await visitor.click('Add a webhook');
      await visitor.click('Add the webhook');
      await visitor.sees('Enter an address that begins with https:// or http://.');
      await visitor.page.getByLabel('Address', { exact: true }).fill('https://10.0.0.1/hooks');
      await visitor.click('Add the webhook');
      await visitor.sees('This address is inside of a network. Webhooks go to public addresses.');
      await visitor.page.getByLabel('Address', { exact: true }).fill('https://me:secret@example.org/');
      await visitor.click('Add the webhook');
      await visitor.sees('Leave user name and password out of the address.');
      await visitor.page.getByLabel('Address', { exact: true }).fill(url);
      await visitor.page.getByLabel('Everything, also what will be added later').uncheck();
      await visitor.page.getByLabel(/^A list is completed/).uncheck();
      await visitor.click('Add the webhook');
      await visitor.sees('Choose one event at least.');
      await visitor.page.getByLabel(/^Few credits are left/).check();
      await visitor.page.getByLabel('Few are fewer than').fill('many');
      await visitor.click('Add the webhook');
      await visitor.sees(/^Enter a whole number of credits/);
      await visitor.click('Cancel');
      await visitor.hasFocus(/^Add a webhook$/);
      expect(receiver.knocks).toBe(0);
    });

    it('are tried, tell of a list, and show what was sent, which is sent again', async () => {
      const secret = await add();
      await visitor.click(`Send a test event to ${url}`);
      await visitor.sees(/^Arrived: answered with status 204 after \d+\.\d s\.$/);
      await visitor.sees(/^Last delivery just now/);
      const [test] = receiver.of('test');
      expect(new Webhook(secret).verify(test!.body, test!.headers as Record<string, string>)).toBeTruthy();

      await visitor.visit('Lists');
      await visitor.chooseFile('Told.csv', `email\n${world.address('a mailbox that exists')}\n`);
      await visitor.click('Start checking');
      await visitor.sees('Completed');
      await eventually('the list is told of', () => receiver.of('batch.completed').length === 1);
      const list = receiver.of('batch.completed')[0]!;
      await visitor.go(`/o/${id}/webhooks`);
      await visitor.page.getByLabel(`Deliveries to ${url}`).click();
      await visitor.page.getByRole('button', { name: /^Details of list completed/ }).click();
      await visitor.sees(new RegExp(String(list.headers['webhook-id'])));
      const shown = await visitor.page.getByLabel('What was sent', { exact: true }).innerText();
      expect(JSON.parse(shown)).toEqual(list.event);
      await visitor.page.getByRole('button', { name: /^Send again: list completed/ }).click();
      await visitor.sees('It is sent again.');
      await eventually('it comes again', () => receiver.of('batch.completed').length === 2);
      expect(receiver.of('batch.completed')[1]!.headers['webhook-id']).toBe(list.headers['webhook-id']);
      // Both tries are shown.
      await visitor.page.getByRole('region', { name: 'Tries' }).locator('tbody tr').nth(1).waitFor();
    });

    it('show why nothing arrives, try again, and send what was missed', async () => {
      receiver.answer = (response) => response.writeHead(503).end('closed for <b>repairs</b>');
      await add();
      await visitor.click(`Send a test event to ${url}`);
      await visitor.sees('Did not arrive. It answered with status 503.');
      await visitor.sees('closed for <b>repairs</b>');
      await visitor.sees(/^Nothing has arrived there since .+ It is tried again by itself\.$/);
      await visitor.visit('Overview');
      await visitor.sees('1 webhook gets nothing through at the moment.');
      await visitor.page.getByRole('link', { name: 'See what is wrong' }).click();
      await visitor.heading('Webhooks');
      await set({ failing_since: Date.now() - 2 * DAY_MS, last_failure_at: Date.now() });
      await visitor.page.reload();
      await visitor.sees(/for more than a day\. After five days of failures only, it is switched off\.$/);
      await set({ disabled_at: Date.now(), disabled_reason: 'failing' });
      await visitor.page.reload();
      await visitor.sees(/^For five days nothing arrived there\./);
      await visitor.visit('Overview');
      await visitor.sees('1 webhook was switched off, since nothing arrived there.');
      await visitor.page.getByRole('link', { name: 'See what is wrong' }).click();
      receiver.answer = (response) => response.writeHead(204).end();
      await visitor.click(`Switch on ${url}`);
      await visitor.sees(/^The webhook is on\./);
      const before = receiver.received.length;
      await visitor.page.getByLabel(`Deliveries to ${url}`).click();
      await world.service.database.execute(
        "UPDATE webhook_deliveries SET status = 'failed', next_attempt_at = NULL WHERE organization_id = ?",
        [id],
      );
      await visitor.page.getByRole('button', { name: 'Failed', exact: true }).click();
      await visitor.sees('test event');
      await visitor.page.getByLabel('Since when').selectOption({ label: 'Of the last hour' });
      await visitor.click('Send again what did not arrive');
      await visitor.sees('1 event is sent again.');
      await eventually('it arrives', () => receiver.received.length > before);
      await visitor.visit('Overview');
      await visitor.sees('Credit movements');
      expect(await visitor.page.getByText(/^1 webhook/).count()).toBe(0);
    });

    it('are switched off by 410, edited, given a new secret, switched off by hand, and removed', async () => {
      receiver.answer = (response) => response.writeHead(410).end();
      const secret = await add();
      await visitor.click(`Send a test event to ${url}`);
      await visitor.sees(/^It answered with status 410, which means that it wants nothing more\./);
      receiver.answer = (response) => response.writeHead(204).end();
      await visitor.click(`Switch on ${url}`);
      await visitor.sees(/^The webhook is on\./);

      await visitor.click(`New secret for ${url}`);
      await visitor.click('Make the secret');
      await visitor.sees(/until then both secrets sign\.$/);
      const next = await shownSecret();
      expect([next === secret, SECRET.test(next)]).toEqual([false, true]);
      await visitor.click('Copy the secret');
      await visitor.click('Done');
      await visitor.sees(/^Two secrets: the one before signs too until /);

      await visitor.click(`Edit ${url}`);
      await visitor.page.getByLabel('Address', { exact: true }).fill(`${url}/new`);
      await visitor.click('Save the webhook');
      await visitor.sees('The webhook is changed.');
      url = `${url}/new`;
      await visitor.click(`Send a test event to ${url}`);
      await visitor.sees(/^Arrived/);
      const last = receiver.received.at(-1)!;
      expect(last.path).toBe('/hooks/new');
      for (const one of [secret, next]) {
        expect(new Webhook(one).verify(last.body, last.headers as Record<string, string>)).toBeTruthy();
      }

      await visitor.click(`Switch off ${url}`);
      await visitor.click('Switch it off');
      await visitor.sees('The webhook is off.');
      await visitor.click(`Send a test event to ${url}`);
      await visitor.sees('This webhook is off. Switch it on first.');
      // Who switched it off knows: nobody is bothered with it.
      await visitor.visit('Overview');
      await visitor.sees('Credit movements');
      expect(await visitor.page.getByText(/webhook was switched off/).count()).toBe(0);
      await visitor.go(`/o/${id}/webhooks`);
      await visitor.click(`Remove ${url}`);
      await visitor.click('Remove the webhook');
      await visitor.sees('No webhook yet');
    });

    it('are the business of owners and admins, and of nobody else’s organization', async () => {
      await add();
      const stranger = await world.visitor();
      await stranger.signUp('Sam Stranger');
      await stranger.go(`/o/${id}/webhooks`);
      await stranger.heading('Not one of your organizations');
      expect(await stranger.page.content()).not.toContain(url);
      const [row] = await world.service.database.query<{ id: number }>('SELECT id FROM accounts WHERE email = ?', [
        stranger.email,
      ]);
      await world.service.database.execute(
        "INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, 'member', 1)",
        [row!.id, id],
      );
      await stranger.page.reload();
      await stranger.sees('Owners and admins look after webhooks');
      expect(await stranger.page.content()).not.toContain(url);
      await stranger.visit('Overview');
    });

    it.each([1200, 375])('are added and tried by keyboard alone, %i pixels wide', async (width) => {
      await visitor.page.setViewportSize({ width, height: 740 });
      await visitor.page.reload();
      await visitor.sees('No webhook yet');
      const { press, reach, isAt, unseen, type } = typist(visitor);
      await reach('Add a webhook');
      await press('Enter');
      await isAt('Address');
      await type(url);
      await reach('Everything, also what will be added later');
      await press('Space');
      await reach('Add the webhook');
      await press('Enter');
      await isAt('Copy the secret of the webhook now');
      await reach('Copy the secret');
      await press('Enter');
      await reach('Done');
      await press('Enter');
      await isAt('Add a webhook');
      await reach(`Send a test event to ${url}`);
      await press('Enter');
      await visitor.sees(/^Arrived/);
      await reach(`Edit ${url}`);
      await press('Enter');
      await isAt('Address');
      await reach('Cancel');
      await press('Enter');
      await isAt(`Edit ${url}`);
      await reach(`Deliveries to ${url}`);
      await press('Enter');
      await reach(/^Details of test event/);
      await press('Enter');
      await visitor.sees('What was sent');
      await reach(`Remove ${url}`, 'Shift+Tab');
      await press('Enter');
      await visitor.page.getByRole('dialog').waitFor();
      await press('Escape');
      await isAt(`Remove ${url}`);
      expect(unseen).toEqual([]);
    });
  });
});
