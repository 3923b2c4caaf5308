import { CheckHistory } from '../../src/validation/history/check-history';
import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import type { Visitor } from './visitor';

const HELP = {
  CREDITS_HELP_TEXT: 'Write to the billing desk.',
  CREDITS_HELP_URL: 'https://billing.example.org/credits',
};

describeInChromium('credits and the overview on the page', () => {
  let world: PageWorld;
  let visitor: Visitor;

  beforeAll(async () => {
    world = await PageWorld.start(HELP);
  });

  beforeEach(async () => {
    visitor = await world.visitor();
    await visitor.signUp('Mara Lindqvist');
  });

  afterEach(async () => {
    await world.leave();
  });

  async function organizationId(): Promise<number> {
    const [row] = await world.service.database.query<{ id: number }>(
      'SELECT default_organization_id AS id FROM accounts WHERE email = ?',
      [visitor.email],
    );
    return row?.id ?? 0;
  }

  const tile = (name: string) => visitor.page.locator('.tile', { hasText: name });
  const ledger = () => visitor.page.locator('.card', { hasText: 'Credit movements' });
  const row = (words: string | RegExp) => ledger().locator('.rows-item', { hasText: words });

  async function check(address: string): Promise<void> {
    await visitor.visit('Check');
    await visitor.page.getByLabel('E-mail address').fill(address);
    await visitor.click('Check');
    await visitor.page.locator('.verdict').waitFor();
  }

  async function upload(name: string): Promise<void> {
    await visitor.visit('Lists');
    const addresses = ['a mailbox that exists', 'a mailbox that does not exist'].map((what) => world.address(what));
    await visitor.chooseFile(`${name}.csv`, `email\n${addresses.join('\n')}\nplain\n`);
    await visitor.click('Start checking');
    await visitor.sees('Completed');
  }

  it('lead a newcomer from step to step, and show how good the addresses are once there are some', async () => {
    await visitor.sees('0 of 5 done.');
    const { name, text } = await visitor.download('Download a sample list');
    expect({ name, head: text.split('\n')[0] }).toEqual({ name: 'sample-list.csv', head: 'email,name' });
    // Empty tiles are not there.
    expect(await tile('Valid addresses').count()).toBe(0);
    expect(await tile('Monthly allowance').count()).toBe(0);
    await check(world.address('a mailbox that exists'));
    await visitor.visit('Overview');
    await visitor.sees('1 of 5 done.');
    await visitor.page.getByText('Check one address (done)').waitFor();
    expect(await tile('Valid addresses').locator('.tile-value').innerText()).toBe('100%');
    await upload('Spring');
    await visitor.visit('Overview');
    await visitor.sees('2 of 5 done.');
    for (const days of ['7 days', '90 days', '30 days']) {
      await visitor.click(days);
      await visitor.page.getByText(`The last ${days}, by status.`).waitFor();
    }
    await visitor.page.locator('.chart svg g').last().hover();
    await visitor.page.locator('.chart-box', { hasText: 'Valid' }).waitFor();
    const usage = visitor.page.getByRole('region', { name: 'Usage by member and token' });
    // One checked by itself, and three rows, of which one was known and one is malformed.
    expect(await usage.locator('tbody tr').allInnerTexts()).toEqual(['Mara Lindqvist\t1\t3\t2']);
    await visitor.click('Hide');
    await visitor.page.getByText('First steps').waitFor({ state: 'detached' });
    await visitor.page.reload();
    await visitor.sees('Credit movements');
    expect(await visitor.page.getByText('First steps').count()).toBe(0);
  });

  it('tell in one line what a list cost, and who sent it', async () => {
    await upload('Spring');
    await visitor.visit('Overview');
    await row('Spring').waitFor();
    expect(await row('Spring').innerText()).toMatch(/Mara Lindqvist[^]*−2$/);
    expect(await ledger().locator('.rows-item').count()).toBe(2);
    await check(world.address('a full mailbox'));
    await visitor.visit('Overview');
    await row('1 single check').waitFor();
    await ledger().getByRole('button', { name: 'Lists' }).click();
    await row('1 single check').waitFor({ state: 'detached' });
    await row('Spring').waitFor();
    const waiting = visitor.page.waitForEvent('download');
    await ledger().getByRole('link', { name: 'CSV' }).click();
    expect((await waiting).suggestedFilename()).toBe('credits.csv');
    await row('Spring').getByRole('link').click();
    await visitor.heading('Spring');
  });

  it('lead somewhere when none are left, move between organizations, and warn in time', async () => {
    const first = await organizationId();
    await visitor.visit('Team');
    await visitor.page.getByLabel('Warn below').fill('500');
    await visitor.click('Save');
    await visitor.sees('Saved.');
    await visitor.visit('Overview');
    await visitor.sees('Only 100 credits are left.');
    await visitor.sees(HELP.CREDITS_HELP_TEXT);
    expect(await visitor.page.getByRole('link', { name: 'Get credits' }).getAttribute('href')).toBe(
      HELP.CREDITS_HELP_URL,
    );

    await visitor.visit('Team');
    await visitor.page.getByLabel('Name of the new organization').fill('Night Market');
    await visitor.click('Create');
    await visitor.sees(/^Night Market: you are its owner/i);
    await visitor.visit('Overview');
    await visitor.sees('Nothing is left to spend.');
    await visitor.page.getByRole('link', { name: 'Move credits' }).click();
    await visitor.page.getByLabel('Credits', { exact: true }).fill('101');
    await visitor.click('Move');
    await visitor.page.locator('.notice.bad', { hasText: '101' }).waitFor();
    await visitor.page.getByLabel('Credits', { exact: true }).fill('40');
    await visitor.click('Move');
    await visitor.sees('40 credits were moved.');
    expect(await world.service.balance(first)).toBe(60);
    await visitor.visit('Overview');
    expect(await tile('Credits').locator('.tile-value').innerText()).toBe('40');
    expect(await row(/^Moved from/).innerText()).toMatch(/\+40$/);
  });

  it('say later what was said to a single check, until somebody switches that off', async () => {
    const address = world.address('a mailbox that exists');
    await check(address);
    const history = visitor.page.locator('.card', { hasText: 'History of single checks' });
    // Written some time after the answer.
    await world.service.app.get(CheckHistory).flush();
    await visitor.page.reload();
    await visitor.page.getByLabel('Address begins with').fill('nobody');
    await visitor.click('Search');
    await history.getByText('No single check found.').waitFor();
    await visitor.page.getByLabel('Address begins with').fill(address.slice(0, 3).toUpperCase());
    await visitor.click('Search');
    await history.locator('.rows-item', { hasText: address }).waitFor();
    const waiting = visitor.page.waitForEvent('download');
    await history.getByRole('link', { name: 'CSV' }).click();
    expect((await waiting).suggestedFilename()).toBe('checks.csv');
    await visitor.visit('Team');
    await visitor.click('Stop keeping them');
    await visitor.click('Stop and delete');
    await visitor.page.getByRole('button', { name: 'Keep them' }).waitFor();
    await visitor.visit('Check');
    await history.getByText('Single checks are not kept in this organization.').waitFor();
  });
});
