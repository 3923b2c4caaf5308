import { randomUUID } from 'node:crypto';
import { ScriptedEngine } from '../batches/scripted-engine';
import { BatchService, type Customer } from '../batches/batch-service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { FeedbackClient, told } from './feedback-service';

const DAY_MS = 86_400_000;
/** Answered at once where it is greylisted, too. */
const AT_ONCE = { SMTP_RETRY_DELAYS: '3600' };

describe.each(setUps)('verdicts and what mails met, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let engine: ScriptedEngine;
  let feedback: FeedbackClient;
  let customer: Customer;
  let stranger: Customer;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    engine = new ScriptedEngine();
    service = await BatchService.start({ ...setUp.env, ...AT_ONCE }, engine);
    feedback = new FeedbackClient(service);
    customer = await feedback.customer();
    stranger = await feedback.customer();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  /** An address of its own that the scripted engine answers by its kind. */
  const address = (kind: string): string => `${kind}.${randomUUID()}@a.test`;
  const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

  async function tell(type: string, email: string, more: object = {}): Promise<void> {
    const answer = await feedback.tell(customer, [told(type, email, more)]);
    expect(answer).toEqual({ status: 200, body: { accepted: 1, duplicates: 0, rejected: [] } });
  }

  it('are of returned mail alone: at once, for nothing, and for nobody else', async () => {
    const email = address('valid');
    expect(await feedback.single(customer, email)).toMatchObject({ status: 'valid', credits_used: 1 });
    await tell('hard_bounce', email);
    const asked = engine.askedInAll;
    const balance = await service.balance(customer.organizationId);
    expect(await feedback.single(customer, email.toUpperCase())).toMatchObject({
      status: 'invalid',
      from_cache: true,
      credits_used: 0,
      smtp_valid: null,
      result: { sub_status: 'known_hard_bounce' },
    });
    expect([engine.askedInAll, await service.balance(customer.organizationId)]).toEqual([asked, balance]);
    expect(await feedback.single(stranger, email)).toMatchObject({ status: 'valid', result: [], credits_used: 1 });
  });

  it.each([
    ['complaint', 'valid', 'risky', { sub_status: 'known_complaint' }],
    ['complaint', 'invalid', 'invalid', { sub_status: 'mailbox_not_found' }],
    ['suppressed', 'valid', 'risky', { sub_status: 'known_suppressed' }],
    ['delivered', 'unknown', 'valid', { sub_status: 'known_delivery' }],
    ['delivered', 'grey', 'valid', { sub_status: 'known_delivery' }],
    ['delivered', 'invalid', 'invalid', { sub_status: 'mailbox_not_found' }],
    ['delivered', 'valid', 'valid', []],
    ['block', 'valid', 'valid', []],
    ['unsubscribe', 'valid', 'valid', []],
  ])('after %s, where the host says %s: %s', async (type, kind, status, result) => {
    const email = address(kind);
    await tell(type, email);
    const fresh = await feedback.single(customer, email);
    expect(fresh).toMatchObject({ status, result, credits_used: 1, from_cache: false });
    // What is remembered is what the engine found: the next answer is made of it anew.
    expect(await feedback.single(customer, email)).toEqual({ ...fresh, credits_used: 0, from_cache: true });
  });

  it('are more sure of a domain that takes everything after a delivery', async () => {
    const email = address('catchall');
    await tell('delivered', email);
    expect(await feedback.single(customer, email)).toMatchObject({ status: 'catch_all', confidence: 85, result: [] });
  });

  it('doubt a doubtful bounce until a second mail meets one, or a delivery decides', async () => {
    const email = address('valid');
    const other = address('valid');
    const weak = { smtp_code: 550, diagnostic: '550 5.5.0 mailbox unavailable', message_id: '<first@sender.test>' };
    for (const one of [email, other]) await tell('bounce', one, { ...weak, occurred_at: ago(3) });
    const risky = { status: 'risky', result: { sub_status: 'known_hard_bounce' } };
    expect(await feedback.single(customer, email)).toMatchObject(risky);
    // The same mail again, as another event.
    await tell('bounce', email, { ...weak, occurred_at: ago(2) });
    expect(await feedback.single(customer, email)).toMatchObject(risky);
    await tell('bounce', email, { ...weak, message_id: '<second@sender.test>', occurred_at: ago(1) });
    expect(await feedback.single(customer, email)).toMatchObject({ status: 'invalid', credits_used: 0 });
    await tell('delivered', other, { occurred_at: ago(2) });
    expect(await feedback.single(customer, other)).toMatchObject({ status: 'valid', result: [] });
  });

  it.each([
    ['in angle brackets', 'id@shop.test', '<id@shop.test>', 20],
    ["as SES's id and its Message-ID", '0100-ab', '<0100-ab@eu-west-1.amazonses.com>', 20],
    ["by a provider's name of it and by its own", '14c5-filter0012', '<id@shop.test>', 1 / 48],
  ])('take one mail that is told of twice for one: %s', async (_how, first, second, daysLater) => {
    const email = address('valid');
    const weak = { smtp_code: 550, diagnostic: '550 5.4.1 Recipient address rejected: Access denied' };
    await tell('bounce', email, { ...weak, id: randomUUID(), message_id: first, occurred_at: ago(21) });
    await tell('bounce', email, { ...weak, id: randomUUID(), message_id: second, occurred_at: ago(21 - daysLater) });
    expect(await feedback.single(customer, email)).toMatchObject({
      status: 'risky',
      result: { sub_status: 'known_hard_bounce' },
    });
  });

  it('take doubtful bounces of no known mail for those of one mail, unless two days are between them', async () => {
    const email = address('valid');
    const weak = (days: number, more: object = {}) =>
      tell('bounce', email, { diagnostic: '550 5.5.0 mailbox unavailable', occurred_at: ago(days), ...more });
    const answer = async () => (await feedback.single(customer, email))['status'];
    await weak(3.4, { message_id: '<one@sender.test>' });
    for (const days of [3, 3.1, 3.8]) await weak(days, { message_id: undefined });
    expect(await answer()).toBe('risky');
    await weak(1, { message_id: undefined });
    expect(await answer()).toBe('invalid');
  });

  it('are never in more doubt for more bounces', async () => {
    const email = address('valid');
    let made = 0;
    const bounced = (smtpCode: number, days: number, minutes = 0) => {
      made += 1;
      const more = { smtp_code: smtpCode, message_id: `<w${made}@x>`, occurred_at: ago(days - minutes / 1440) };
      return tell('bounce', email, more);
    };
    const isKnown = async (kind: string) => {
      expect((await feedback.known(customer, email))?.known).toBe(kind);
    };
    for (const days of [6, 5, 4]) await bounced(450, days);
    await isKnown('soft_bounces');
    for (const minute of [1, 2, 3, 4, 5, 6]) await bounced(450, 3, minute);
    await isKnown('soft_bounces');
    for (const days of [10, 5]) await bounced(550, days);
    await isKnown('hard_bounce');
    for (const minute of [1, 2, 3, 4]) await bounced(550, 1, minute);
    await isKnown('hard_bounce');
    expect(await feedback.single(customer, email)).toMatchObject({ status: 'invalid' });
  });

  it('stay what they are for what came first and is told last', async () => {
    const email = address('valid');
    await tell('delivered', email, { occurred_at: ago(1) });
    await tell('hard_bounce', email, { occurred_at: ago(2) });
    expect(await feedback.single(customer, email)).toMatchObject({ status: 'valid' });
  });

  it('carry a remark of soft bounces, and nothing more', async () => {
    const email = address('valid');
    for (const days of [1, 2, 3]) {
      expect(await feedback.single(customer, email)).toMatchObject({ status: 'valid', result: [] });
      await tell('soft_bounce', email, { occurred_at: ago(days) });
    }
    expect(await feedback.single(customer, email)).toMatchObject({
      status: 'valid',
      result: { sub_status: null, known: 'soft_bounces' },
    });
  });

  it('of a list: the same, in one column more where there is a source', async () => {
    const list = Object.fromEntries(
      (
        [
          ['returned', 'valid', 'hard_bounce'],
          ['complained', 'valid', 'complaint'],
          ['delivered', 'unknown', 'delivered'],
          ['grey', 'grey', 'delivered'],
          ['plain', 'valid', null],
        ] as const
      ).map(([name, kind, type]) => [name, { email: address(kind), type }]),
    );
    const events = Object.values(list).flatMap(({ email, type }) => (type === null ? [] : [told(type, email)]));
    const one = await feedback.customer();
    const rows = Object.values(list).map(({ email }) => email);
    const taken = await feedback.tell(one, events);
    expect(taken.body).toMatchObject({ accepted: 4 });
    const asked = engine.askedInAll;
    const balance = await service.balance(one.organizationId);
    const id = await service.create(one, [...rows, rows[0]!.toUpperCase()]);
    const { credits_used: credits } = await service.completed(one, id);
    // Nobody is asked about what came back; what was unknown to the host stays free.
    expect([engine.askedInAll - asked, credits, balance - (await service.balance(one.organizationId))]).toEqual([
      4, 2, 2,
    ]);
    const [header, ...results] = await service.results(one, id);
    expect(header).not.toContain('known');
    const statusAt = header!.indexOf('status');
    expect(results.map((cells) => cells.slice(statusAt, statusAt + 2))).toEqual([
      ['invalid', 'known_hard_bounce'],
      ['risky', 'known_complaint'],
      ['valid', 'known_delivery'],
      ['valid', 'known_delivery'],
      ['valid', ''],
      ['invalid', 'known_hard_bounce'],
    ]);

    await feedback.source(one);
    const [withKnown, ...seen] = await service.results(one, id);
    expect(withKnown!.at(-1)).toBe('known');
    expect(seen.map((cells) => cells.at(-1))).toEqual([
      'hard_bounce',
      'complaint',
      'delivered',
      'delivered',
      '',
      'hard_bounce',
    ]);
    const other = await feedback.customer();
    const foreign = await service.create(other, rows.slice(0, 1));
    await service.completed(other, foreign);
    expect((await service.results(other, foreign))[1]).toEqual(expect.arrayContaining(['valid']));
  });

  it('age', async () => {
    const email = address('valid');
    await tell('hard_bounce', email, { occurred_at: ago(366) });
    expect(await feedback.single(customer, email)).toMatchObject({ status: 'valid' });
    expect(await feedback.known(customer, email)).toMatchObject({ known: null });
  });
});
