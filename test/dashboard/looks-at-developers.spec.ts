import { developersDe } from '../../dashboard/src/texts/developers.de';
import { developersEn, type DeveloperTexts } from '../../dashboard/src/texts/developers.en';
import { LANGUAGES } from '../../dashboard/src/pages/developers/integrate/samples';
import { SAMPLE_LANGUAGES } from '../../dashboard/src/texts/sample-languages';
import { OPERATOR } from '../../src/audit/actor';
import { WebhookEndpoints } from '../../src/webhooks/webhook-endpoints.service';
import { describeInChromium } from '../support/chromium';
import { eventually } from '../support/eventually';
import { Receiver } from '../webhooks/receiver';
import { ALLOWED } from '../webhooks/webhook-service';
import { PageWorld } from './page-world';
import { Tour, TOURS } from './tour';
import type { Visitor } from './visitor';

const WORDS: Record<string, DeveloperTexts> = { 'en-GB': developersEn, 'de-DE': developersDe };
const DAY_MS = 86_400_000;

/** What is there for those who write programs, in each state of its pages. */
describeInChromium('looks: developers', () => {
  let world: PageWorld;
  let receiver: Receiver;
  let founder: Visitor;
  /** Of the organization with webhooks, and for each tour one that has nothing. */
  let id: number;
  const empties: Record<string, number> = {};

  beforeAll(async () => {
    receiver = await Receiver.start();
    receiver.answer = (response, { path }) => {
      const isWell = path === '/hooks';
      response.writeHead(isWell ? 204 : 500).end(isWell ? undefined : `{"trouble":"${'x'.repeat(600)}"}`);
    };
    world = await PageWorld.start(ALLOWED);
    founder = await world.visitor();
    await founder.signUp('Mara Lindqvist');
    await founder.visit('Team');
    id = founder.organizationId();
    for (const { locale } of TOURS) {
      await founder.page.getByLabel('Name of the new organization').fill(`Market ${locale}`);
      await founder.click('Create');
      await founder.sees(`Market ${locale}: you are its owner.`);
      empties[locale] = founder.organizationId();
    }
    const endpoints = world.service.app.get(WebhookEndpoints);
    const paths = ['/hooks', '/failing', '/warned', '/gone', '/given-up', '/by-hand', `/${'long-'.repeat(60)}`];
    for (const path of paths) {
      const wish = { organizationId: id, url: `${receiver.origin}${path}`, eventTypes: null };
      await endpoints.create(path === '/by-hand' ? { ...wish, eventTypes: ['batch.completed'] } : wish, OPERATOR);
    }
    const made = await endpoints.list(id);
    await endpoints.rotate(id, made[0]!.id, OPERATOR);
    const now = Date.now();
    const set = (place: number, changes: string, ...values: (number | string)[]) =>
      world.service.database.execute(`UPDATE webhook_endpoints SET ${changes} WHERE id = ?`, [
        ...values,
        made[place]!.id,
      ]);
    await set(1, 'failing_since = ?, last_failure_at = ?', now - 3_600_000, now);
    await set(2, 'failing_since = ?, last_failure_at = ?', now - 2 * DAY_MS, now);
    await set(3, "disabled_at = ?, disabled_reason = 'gone'", now);
    await set(4, "disabled_at = ?, disabled_reason = 'failing'", now);
    await set(5, "disabled_at = ?, disabled_reason = 'switched_off'", now);
    await world.leave();
  });

  afterAll(async () => {
    await receiver.stop();
  });

  afterEach(async () => {
    await world.leave();
  });

  async function start(
    of: Parameters<typeof Tour.start>[1],
  ): Promise<{ tour: Tour; w: DeveloperTexts; empty: number }> {
    const tour = await Tour.start(world, of);
    await tour.signIn(founder.email);
    return { tour, w: WORDS[of.locale] ?? developersEn, empty: empties[of.locale] ?? 0 };
  }

  it.each(TOURS)('is without fault among webhooks: $locale', async (of) => {
    const { tour, w, empty } = await start(of);
    const { visitor, words: t } = tour;
    const { page } = visitor;
    await tour.open(`/o/${empty}/webhooks`, w.webhooks.title);
    await visitor.sees(w.webhooks.none);
    await tour.look('no webhook');
    await visitor.click(w.webhooks.add);
    await page.getByLabel(w.form.all).uncheck();
    await page.getByLabel(w.form.eventWords['credits.low']).check();
    await visitor.click(w.form.create);
    await page.locator('[aria-invalid="true"]').waitFor();
    await tour.look('new webhook without an address');
    await tour.fill(w.form.address, `${receiver.origin}/hooks`);
    await visitor.click(w.form.create);
    await page.getByRole('heading', { name: w.shown.title }).waitFor();
    await tour.look('a webhook that was made');
    await page.getByRole('link', { name: t.shell.overview, exact: true }).click();
    await visitor.sees(t.leaving.webhook.title);
    await tour.look('leaving the secret of a webhook');
    await visitor.click(t.leaving.webhook.leave);

    await tour.open(`/o/${id}/overview`, t.overview.title);
    await visitor.sees(t.overview.webhooksShow);
    await tour.look('overview with webhooks that fail');
    await tour.open(`/o/${id}/webhooks`, w.webhooks.title);
    await visitor.click(w.webhooks.testOf(`${receiver.origin}/hooks`));
    await page.locator('.notice.good').waitFor();
    await visitor.click(w.webhooks.testOf(`${receiver.origin}/failing`));
    await visitor.sees(w.test.failed(w.answered(500)));
    await page.getByLabel(w.webhooks.logOf(`${receiver.origin}/hooks`), { exact: true }).click();
    await page
      .getByRole('button', { name: new RegExp(`^${w.log.showOf(w.eventNames.test, '')}`) })
      .first()
      .click();
    await visitor.sees(w.log.body);
    await tour.look('webhooks');
    await tour.lookAtDialog('new secret of a webhook', w.webhooks.rotateOf(`${receiver.origin}/hooks`));
    await tour.lookAtDialog('remove a webhook', w.webhooks.removeOf(`${receiver.origin}/${'long-'.repeat(60)}`));
    await visitor.click(w.webhooks.editOf(`${receiver.origin}/hooks`));
    await tour.look('a webhook that is edited');
    expect(tour.faults).toEqual([]);
  });

  it.each(TOURS)('is without fault among tokens, samples and limits: $locale', async (of) => {
    const { tour, w, empty } = await start(of);
    const { visitor, words: t } = tour;
    const { page } = visitor;
    await tour.open(`/o/${empty}/integrate`, w.integrate.title);
    await page.getByText(w.integrate.worldTitle, { exact: true }).click();
    for (const language of LANGUAGES) {
      await page.getByRole('button', { name: SAMPLE_LANGUAGES[language], exact: true }).click();
      await tour.look(`samples in ${SAMPLE_LANGUAGES[language]}`);
    }
    await page.getByRole('button', { name: SAMPLE_LANGUAGES.python, exact: true }).click();
    await page.getByRole('button', { name: w.integrate.ways.client, exact: true }).click();
    await tour.look('samples with the client');
    await visitor.click(w.integrate.make);
    await visitor.sees(new RegExp(w.integrate.filled));
    await tour.look('samples with a token');
    await page.getByRole('button', { name: t.tokens.copyToken }).click();
    await eventually('it says that it is copied, or how', async () => {
      return (await page.locator('.copy [role=status]').allInnerTexts()).some((said) => said !== '');
    });
    await tour.open(`/o/${empty}/limits`, w.limits.title);
    await visitor.sees(w.limits.all);
    await tour.look('limits');
    expect(tour.faults).toEqual([]);
  });

  it('is without fault for members, who look after no webhooks', async () => {
    const tour = await Tour.start(world, TOURS[0]!);
    await tour.signUp();
    const [row] = await world.service.database.query<{ id: number }>('SELECT id FROM accounts WHERE email = ?', [
      tour.visitor.email,
    ]);
    await world.service.database.execute(
      "INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, 'viewer', 1)",
      [row!.id, id],
    );
    await tour.visitor.page.reload();
    await tour.open(`/o/${id}/webhooks`, developersEn.webhooks.title);
    await tour.visitor.sees(developersEn.webhooks.notYours);
    await tour.look('webhooks, for members');
    await tour.open(`/o/${id}/limits`, developersEn.limits.title);
    await tour.visitor.sees(developersEn.limits.all);
    await tour.look('limits, for members');
    expect(tour.faults).toEqual([]);
  });
});
