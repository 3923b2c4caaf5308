import { feedbackDe } from '../../dashboard/src/texts/feedback.de';
import { feedbackEn, type FeedbackTexts } from '../../dashboard/src/texts/feedback.en';
import { MAIL_PROVIDERS } from '../../dashboard/src/texts/mail-providers';
import { FEEDBACK_PROVIDERS } from '../../src/feedback/events/provider-names';
import { describeInChromium } from '../support/chromium';
import { answer, ANSWERED, connectSource, KNOWN, tellEvents } from './feedback-seeds';
import { LOOKS } from './look-at';
import { PageWorld } from './page-world';
import { Tour, TOURS } from './tour';
import type { Visitor } from './visitor';

const WORDS: Record<string, FeedbackTexts> = { 'en-GB': feedbackEn, 'de-DE': feedbackDe };

/** What became of mails, in each state of its pages. */
describeInChromium('looks: feedback', () => {
  let world: PageWorld;
  let founder: Visitor;
  /** Of the organization with sources, and for each tour one that has nothing. */
  let id: number;
  const empties: Record<string, number> = {};

  beforeAll(async () => {
    world = await PageWorld.start({ PUBLIC_URL: 'https://check.example.org' });
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
    const { path } = await connectSource(world, id, 'generic', 'Our own server');
    await tellEvents(world, path, KNOWN);
    const bulk = await connectSource(world, id, 'sendgrid', 'B'.repeat(255));
    await world.service.request(bulk.path, { method: 'POST', body: 'nothing like it' });
    const amazon = await connectSource(world, id, 'ses', 'Amazon');
    await world.service.database.execute(
      'UPDATE feedback_sources SET topic_arn = ?, confirmation_url = ?, disabled_at = 1 WHERE id = ?',
      [
        `arn:aws:sns:eu-west-1:111122223333:${'a-long-topic-'.repeat(8)}`,
        'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
        amazon.id,
      ],
    );
    await connectSource(world, id, 'mailgun', 'Shop');
    await answer(world, id, ANSWERED);
    await world.leave();
  });

  afterEach(async () => {
    await world.leave();
  });

  async function start(of: Parameters<typeof Tour.start>[1]): Promise<{ tour: Tour; w: FeedbackTexts; empty: number }> {
    const tour = await Tour.start(world, of);
    await tour.signIn(founder.email);
    return { tour, w: WORDS[of.locale] ?? feedbackEn, empty: empties[of.locale] ?? 0 };
  }

  it.each(TOURS)('is without fault among the sources: $locale', async (of) => {
    const { tour, w, empty } = await start(of);
    const { visitor, words: t } = tour;
    const { page } = visitor;
    await tour.open(`/o/${empty}/overview`, t.overview.title);
    await visitor.sees(t.overview.feedbackInvite);
    await tour.look('overview without feedback');
    await tour.open(`/o/${empty}/feedback`, w.sources.title);
    await visitor.sees(w.sources.none);
    await tour.look('no source');
    await visitor.click(w.sources.add);
    await tour.look('new source');
    await page.getByLabel(w.newSource.provider).selectOption('mailgun');
    await visitor.click(w.newSource.create);
    await page.locator('[aria-invalid="true"]').waitFor();
    await tour.look('new source without a name');
    await page.getByLabel(w.newSource.provider).selectOption('postmark');
    await tour.fill(w.newSource.name, 'Receipts');
    await visitor.click(w.newSource.create);
    await page.getByRole('heading', { name: w.shown.title('Receipts') }).waitFor();
    await tour.look('a source that was made');
    await page.getByRole('link', { name: t.shell.overview, exact: true }).click();
    await visitor.sees(t.leaving.source.title);
    await tour.look('leaving what is shown once');
    await visitor.click(t.leaving.source.leave);

    await tour.open(`/o/${id}/overview`, t.overview.title);
    await visitor.sees(t.overview.feedbackShow);
    await tour.look('overview with feedback');
    await tour.open(`/o/${id}/feedback`, w.sources.title);
    await visitor.sees(w.sources.confirmLink);
    await visitor.click(w.sources.testOf('Our own server'));
    await visitor.sees(w.test.signature.none);
    await visitor.click(w.sources.testOf('Shop'));
    await visitor.sees(w.errors.keyMissing);
    for (const summary of await page.getByText(w.sources.setUp, { exact: true }).all()) await summary.click();
    await tour.look('sources');
    await tour.lookAtDialog('new URL', w.sources.newUrlOf('Shop'));
    await tour.lookAtDialog('store the key', w.sources.storeKeyOf('Shop'));
    await tour.lookAtDialog('remove a source', w.sources.removeOf('Shop'));
    expect(tour.faults).toEqual([]);
  });

  it.each(TOURS)('is without fault among known addresses: $locale', async (of) => {
    const { tour, w, empty } = await start(of);
    const { visitor } = tour;
    await tour.open(`/o/${empty}/feedback/addresses`, w.addresses.title);
    await visitor.sees(w.addresses.none);
    await tour.look('no known address');
    await tour.open(`/o/${id}/feedback/addresses`, w.addresses.title);
    await visitor.sees(w.addresses.shown(7, false));
    await visitor.click(w.addresses.eventsOf('gone@shop.test'));
    await visitor.sees(w.knownMeaning.hard_bounce);
    await visitor.sees(/User unknown/);
    await tour.look('known addresses');
    await tour.lookAtDialog('clear an address', w.addresses.clearOf('gone@shop.test'));
    await tour.fill(w.addresses.search, 'nothing like it');
    await visitor.sees(w.addresses.noneFound);
    await tour.look('no address found');
    await visitor.chooseFile('bounces.csv', 'email,type,occurred_at\nno address,bounce,2026-11-01\n');
    await visitor.sees(w.import.rejected(1));
    await tour.look('an import with a fault');
    await visitor.chooseFile('nothing.csv', 'city\nOslo\n');
    await visitor.page.locator('.notice.bad').waitFor();
    await tour.look('an import that was refused');
    expect(tour.faults).toEqual([]);
  });

  it.each(TOURS)('is without fault about accuracy: $locale', async (of) => {
    const { tour, w, empty } = await start(of);
    const { visitor } = tour;
    await tour.open(`/o/${empty}/feedback/accuracy`, w.accuracy.title);
    await visitor.page.locator('.empty').waitFor();
    await tour.look('nothing to compare');
    await tour.open(`/o/${id}/feedback/accuracy`, w.accuracy.title);
    await visitor.sees(w.accuracy.brierMeaning);
    await visitor.page.getByText(w.accuracy.byReason, { exact: true }).click();
    await tour.look('accuracy');
    expect(tour.faults).toEqual([]);
  });

  it.each(TOURS)('has steps for each provider that fit on the page: $locale', async (of) => {
    const { tour, w, empty } = await start({ ...of, looks: LOOKS.words });
    const { page } = tour.visitor;
    for (const provider of FEEDBACK_PROVIDERS) {
      await tour.open(`/o/${empty}/feedback`, w.sources.title);
      await tour.visitor.click(w.sources.add);
      await page.getByLabel(w.newSource.provider).selectOption(provider);
      await tour.fill(w.newSource.name, `By ${provider}`);
      await tour.visitor.click(w.newSource.create);
      await page.getByRole('heading', { name: w.shown.title(`By ${provider}`) }).waitFor();
      const name = provider === 'generic' ? w.newSource.other : MAIL_PROVIDERS[provider];
      await page.getByRole('heading', { name: w.shown.stepsTitle(name) }).waitFor();
      await tour.look(`steps of ${provider}`);
      await page.getByRole('button', { name: w.shown.copyUrl }).click();
      await tour.visitor.click(tour.words.common.done);
    }
    expect(tour.faults).toEqual([]);
  });

  it('is without fault for members, who change nothing', async () => {
    const tour = await Tour.start(world, TOURS[0]!);
    await tour.signUp();
    const [row] = await world.service.database.query<{ id: number }>('SELECT id FROM accounts WHERE email = ?', [
      tour.visitor.email,
    ]);
    await world.service.database.execute(
      "INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, 'viewer', 1)",
      [row!.id, id],
    );
    await tour.open(`/o/${id}/feedback`, feedbackEn.sources.title);
    await tour.visitor.page.reload();
    await tour.visitor.sees(feedbackEn.sources.notYours);
    await tour.look('sources, for members');
    await tour.open(`/o/${id}/feedback/addresses`, feedbackEn.addresses.title);
    await tour.visitor.sees(feedbackEn.addresses.shown(7, false));
    await tour.look('known addresses, for members');
    expect(tour.faults).toEqual([]);
  });
});
