import { describeInChromium } from '../support/chromium';
import { BatchClient } from '../batches/batch-client';
import { PageWorld } from './page-world';
import { Tour, TOURS } from './tour';

describeInChromium('test tokens on the page', () => {
  let world: PageWorld;

  beforeAll(async () => {
    world = await PageWorld.start();
  });

  afterEach(async () => {
    await world.leave();
  });

  it.each(TOURS)('are made and marked, and so are their lists: $locale', async (of) => {
    const founder = await world.visitor();
    await founder.signUp('Mara Lindqvist');
    await founder.visit('Tokens');
    const id = founder.organizationId();
    const tour = await Tour.start(world, of);
    const { visitor, words: t } = tour;
    const { page } = visitor;
    await tour.signIn(founder.email);
    await tour.open(`/o/${id}/tokens`, t.tokens.title);
    await visitor.click(t.tokens.create);
    await tour.fill(t.tokens.name, 'Shop');
    await page.getByLabel(t.tokens.kind).selectOption({ label: t.tokens.kinds.test });
    await visitor.sees(t.tokens.testHint);
    await tour.look('new test token');
    await visitor.click(t.tokens.createAction);
    await visitor.sees(t.tokens.shownTitle('TEST · Shop'));
    const token = (await page.getByLabel(t.tokens.theToken).textContent()) ?? '';
    expect(await page.getByLabel(t.tokens.theCommand).textContent()).toContain('valid@sandbox.test');
    await visitor.click(t.common.done);
    await visitor.sees(t.tokens.testBadge);
    await tour.look('tokens with a test token');

    const batches = new BatchClient(Number(new URL(world.service.url).port));
    const customer = { organizationId: id, token };
    const made = await batches.create(customer, ['valid@sandbox.test', 'mailbox_not_found@sandbox.test']);
    await batches.completed(customer, made);
    await tour.open(`/o/${id}/batches`, t.lists.title);
    await page.getByTitle(t.tokens.testBadgeTitle).waitFor();
    await visitor.sees('TEST · Shop');
    await tour.look('lists with a test');
    await tour.open(`/o/${id}/batches/${made}`, 'A list');
    await page.getByTitle(t.tokens.testBadgeTitle).waitFor();
    await visitor.sees(t.list.allChecked(2));
    await tour.look('a test list');
    expect(tour.faults).toEqual([]);
  });
});
