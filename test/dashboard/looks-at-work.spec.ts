import { describeInChromium } from '../support/chromium';
import { CheckHistory } from '../../src/validation/history/check-history';
import { PageWorld } from './page-world';
import { Tour, TOURS } from './tour';
import type { Visitor } from './visitor';

const HELP = {
  CREDITS_HELP_TEXT: 'Write to the billing desk.',
  CREDITS_HELP_URL: 'https://billing.example.org/credits',
};

/** The pages that people work on, in each state that they meet there. */
describeInChromium('looks: at work', () => {
  let world: PageWorld;
  let founder: Visitor;
  /** Of the organization with the lists, and of one that has nothing. */
  let id: number;
  let poor: number;
  const lists = { finished: 0, running: 0, cancelled: 0, purged: 0 };

  beforeAll(async () => {
    world = await PageWorld.start(HELP);
    founder = await world.visitor();
    await founder.signUp('Mara Lindqvist');
    await founder.visit('Team');
    id = founder.organizationId();
    await founder.page.getByLabel('Name of the organization').fill('Harbour Books');
    await founder.click('Rename');
    await founder.page.getByLabel('Name of the new organization').fill('Night Market');
    await founder.click('Create');
    await founder.sees('Night Market: you are its owner.');
    poor = founder.organizationId();
    await founder.go(`/o/${id}/overview`);
    await founder.heading('Overview');
    const today = Math.floor(Date.now() / 86_400_000);
    for (let back = 1; back < 30; back += 1) {
      await world.service.database.execute(
        `INSERT INTO usage_days (organization_id, day, valid_count, catch_all_count, risky_count, invalid_count,
          unknown_count, credits) VALUES (?, ?, ?, 60, 30, 40, 20, 400)`,
        [id, today - back, 200 + back * 7],
      );
    }
    const answered = ['a mailbox that exists', 'a mailbox that does not exist', 'a full mailbox'];
    const mixed = [...answered, 'a domain that takes everything'].map((each) => `Jane,${world.address(each)}`);
    const open = [...mixed, `Jane,${world.address('a greylist that never ends')}`];
    lists.purged = await upload('Last year', mixed);
    await founder.sees('Completed');
    await world.service.database.execute('UPDATE batches SET purged_at = ? WHERE id = ?', [Date.now(), lists.purged]);
    lists.finished = await upload('Customers', [...mixed, 'Jane,joe@gmial.con', 'Jane,nothing like an address']);
    await founder.sees('Completed');
    await founder.click('Make a link');
    await founder.page.getByLabel('The link to the summary').waitFor();
    lists.cancelled = await upload('Trade fair', open);
    await founder.sees('4 of 5 rows checked');
    await founder.click('Cancel');
    await founder.click('Cancel the list');
    await founder.sees('Cancelled');
    lists.running = await upload('Newsletter', open);
    await founder.sees('4 of 5 rows checked');
    await world.leave();
  });

  afterEach(async () => {
    await world.leave();
  });

  async function upload(name: string, rows: readonly string[]): Promise<number> {
    await founder.visit('Lists');
    await founder.chooseFile(`${name}.csv`, `name,email\n${rows.join('\n')}\n`);
    await founder.click('Start checking');
    await founder.heading(name);
    return Number(founder.page.url().split('/').at(-1));
  }

  async function start(of: (typeof TOURS)[number]): Promise<Tour> {
    const tour = await Tour.start(world, of);
    await tour.signIn(founder.email);
    return tour;
  }

  it.each(TOURS)('are without fault on the overview and on Check: $locale', async (of) => {
    const tour = await start(of);
    const { visitor, words: t } = tour;
    const { page } = visitor;
    await tour.open(`/o/${id}/overview`, t.overview.title);
    await visitor.sees(t.overview.byWhom);
    await page.getByText(t.chart.asTable).click();
    await tour.look('overview');
    await page.getByRole('button', { name: t.shell.switchOrganization('Harbour Books') }).click();
    await page.getByRole('list', { name: t.shell.organization }).waitFor();
    // What lies under the list can't be touched while it is open.
    await tour.look('organizations to switch to', 'nav');
    await tour.open(`/o/${poor}/overview`, t.overview.title);
    await visitor.sees(t.firstSteps.title);
    await visitor.sees(HELP.CREDITS_HELP_TEXT);
    await tour.look('overview with first steps, without credits');

    await world.service.app.get(CheckHistory).flush();
    await tour.open(`/o/${id}/check`, t.check.title);
    await tour.look('check');
    const verdicts = [
      ['a mailbox that exists', t.verdict.statuses.valid.headline],
      ['a domain that takes everything', t.verdict.statuses.catch_all.headline],
      ['a full mailbox', t.verdict.statuses.risky.headline],
      ['a greylist that never ends', t.verdict.statuses.unknown.headline],
      ['a slip of the keys in a domain that nobody has', t.verdict.statuses.invalid.headline],
    ] as const;
    for (const [scenario, headline] of verdicts) {
      await tour.fill(t.common.emailAddress, world.address(scenario));
      await visitor.click(t.check.check);
      await page.getByRole('heading', { name: headline }).waitFor();
      await tour.look(`verdict on ${scenario}`);
    }
    await tour.fill(t.common.emailAddress, 'not an address');
    await visitor.click(t.check.check);
    await page.locator('[aria-invalid="true"]').waitFor();
    await tour.look('check of nothing like an address');
    await page.route('**/check', () => undefined);
    await tour.fill(t.common.emailAddress, 'jane@slow.test');
    await visitor.click(t.check.check);
    await visitor.sees(t.check.working);
    await tour.look('check that takes long');
    await visitor.click(t.check.stop);
    await visitor.sees(t.check.stopped);
    await tour.look('check that nobody waits for');
    expect(tour.faults).toEqual([]);
  });

  it.each(TOURS)('are without fault before a list is sent: $locale', async (of) => {
    const tour = await start(of);
    const { visitor, words: t } = tour;
    const { page } = visitor;
    const address = world.address('a mailbox that exists');
    const remove = () => visitor.click(t.intake.remove);
    await tour.open(`/o/${poor}/batches`, t.lists.title);
    await visitor.sees(t.lists.none);
    await tour.look('no list');
    await visitor.chooseFile('Too many.csv', `email\n${address}\n`);
    await visitor.sees(t.intake.tooFew(1, 0));
    await tour.look('too few credits');

    await tour.open(`/o/${id}/batches`, t.lists.title);
    await visitor.sees('Customers');
    await tour.look('lists');
    await tour.fill(t.lists.search, 'nothing like it');
    await visitor.sees(t.lists.noneLike);
    await tour.look('no list found');
    await tour.fill(t.lists.search, '');
    await visitor.sees('Customers');
    await visitor.click(t.intake.paste);
    await tour.fill(t.intake.pasteField, `Jane Doe <jane@example.org>, ${address}`);
    await visitor.sees(t.intake.pasted(2));
    await tour.look('paste');
    await page.keyboard.press('Escape');

    await visitor.chooseFile('Good.csv', `name;email;city\nJane;${address};Oslo\nJohn;plain;Porto\n`);
    await visitor.sees(t.intake.free);
    await tour.look('list with a header');
    await page.getByLabel(t.intake.hasHeader).uncheck();
    await tour.look('list without a header');
    await remove();
    await visitor.chooseFile('Umlauts.csv', Buffer.from(`Name;Email\nJ\xf6rg;${address}\n`, 'latin1'));
    await visitor.sees(t.intake.converted);
    await tour.look('Windows-1252');
    await remove();
    await visitor.chooseFile('Nothing.csv', 'city,country\nOslo,Norway\n');
    await visitor.sees(t.intake.chooseColumn);
    await tour.look('no column of addresses');
    await page.getByRole('radio', { name: 'city' }).check();
    await visitor.sees(t.intake.noAddresses);
    await tour.look('a column without addresses');
    await remove();
    await visitor.chooseFile('Header.csv', 'email\n');
    await visitor.sees(t.intake.noRows);
    await tour.look('a header alone');
    await remove();
    await visitor.chooseFile('Empty.csv', '');
    await visitor.sees(t.intake.faults.empty);
    await tour.look('an empty file');
    await remove();

    await visitor.chooseFiles({ 'First.csv': `email\n${address}\n`, 'Second.csv': `email\n${address}\n` });
    await visitor.sees(t.intake.startAll(2));
    await page.getByText(t.intake.free).nth(1).waitFor();
    await tour.look('two lists');
    await page.getByRole('button', { name: t.intake.remove, exact: true }).first().click();
    await page.route('**/batches', (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
    await visitor.click(t.intake.start);
    await page.getByRole('progressbar', { name: t.intake.upload }).waitFor();
    await tour.look('a list on its way');
    await page.getByRole('link', { name: t.shell.overview, exact: true }).click();
    await visitor.sees(t.leaving.upload.title);
    await tour.look('leaving');
    await visitor.click(t.leaving.upload.leave);
    await visitor.heading(t.overview.title);
    expect(tour.faults).toEqual([]);
  });

  it.each(TOURS)('are without fault on a list: $locale', async (of) => {
    const tour = await start(of);
    const { visitor, words: t } = tour;
    await tour.open(`/o/${id}/batches/${lists.running}`, 'Newsletter');
    await visitor.sees(t.rows.shown(5));
    await tour.look('a list at work');
    await tour.lookAtDialog('cancel', t.list.cancel);
    await tour.open(`/o/${id}/batches/${lists.cancelled}`, 'Trade fair');
    await visitor.sees(t.again.unchecked(1));
    await visitor.sees(t.rows.shown(5));
    await tour.look('a cancelled list');
    await tour.open(`/o/${id}/batches/${lists.purged}`, 'Last year');
    await visitor.sees(t.story.byReason);
    await tour.look('a list without results');

    await tour.open(`/o/${id}/batches/${lists.finished}`, 'Customers');
    await visitor.sees(t.rows.shown(6));
    await visitor.page.getByText(t.choice.title).click();
    await visitor.click(t.sharing.make);
    await visitor.page.getByLabel(t.sharing.theLink).waitFor();
    await tour.look('a finished list');
    await tour.fill(t.rows.search, 'nothing like it');
    await visitor.sees(t.rows.none);
    await visitor.page.getByRole('checkbox', { checked: true }).uncheck();
    await visitor.sees(t.choice.nothing);
    await tour.look('no row found, nothing chosen');
    await tour.lookAtDialog('delete', t.list.delete);
    expect(tour.faults).toEqual([]);
  });
});
