import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createProviders } from '../../src/feedback/events/create-providers';
import { FEEDBACK_PROVIDERS, type FeedbackProviderName } from '../../src/feedback/events/feedback-provider';
import { PROVIDERS } from '../../src/feedback/providers.token';
import { BatchService, type Customer } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { CONNECTED_AT, FeedbackClient, told, type Connected } from './feedback-service';

const sns = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificates = { certificateFor: () => Promise.resolve(sns.publicKey) };

/** Where an event of each provider says what happened. */
const KINDS: Readonly<Record<FeedbackProviderName, string>> = {
  ses: 'eventType',
  sendgrid: 'event',
  mailgun: 'event',
  postmark: 'RecordType',
  sparkpost: 'type',
  brevo: 'event',
  mailjet: 'event',
  resend: 'type',
  mandrill: 'event',
  generic: 'type',
};
const NO_ADDRESSES = [
  ...[
    'no address',
    'a@b@c.test',
    '@a.test',
    'a@',
    '',
    ' ',
    'a b@c.test',
    'a@b c.test',
    '"@a.test',
    'a@b..test',
    '\u0000@a.test',
  ],
  ...[`${'x'.repeat(65)}@a.test`, `a@${'b.'.repeat(130)}test`, 'x'.repeat(10_240)],
];

/** The same with another value under all names of ids. */
function withIds(value: unknown, id: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withIds(one, id));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, /^_?id$|(?:_|-|[a-z])id$/i.test(name) ? id : withIds(one, id)]),
  );
}

describe.each(setUps)('feedback that is not as it should be, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let feedback: FeedbackClient;
  let customer: Customer;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    const env = { ...setUp.env, PUBLIC_URL: CONNECTED_AT };
    const providers = createProviders({ certificates });
    service = await BatchService.start(env, new ScriptedEngine(), undefined, [
      { provide: PROVIDERS, useValue: providers },
    ]);
    feedback = new FeedbackClient(service);
  });

  beforeEach(async () => {
    customer = await feedback.customer();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const connect = (name: FeedbackProviderName): Promise<Connected> => feedback.connect(customer, name, sns.privateKey);

  /** Addresses of which something is known. */
  async function marked(): Promise<string[]> {
    const rows = await service.database.query<{ email: string }>(
      'SELECT email FROM known_addresses WHERE organization_id = ? ORDER BY email',
      [customer.organizationId],
    );
    return rows.map(({ email }) => email);
  }

  describe.each(FEEDBACK_PROVIDERS)('from %s', (name) => {
    it('an event of a kind that nobody knows is taken, and marks nobody', async () => {
      const { source, provider, send } = await connect(name);
      const event = { ...provider.bounce('valid.odd@bad.test'), [KINDS[name]]: 'something_new' };
      expect(await send(provider.request([event]))).toBe(200);
      const { eventCount, ignoredCount, faultCount } = await feedback.read(source);
      expect([eventCount + ignoredCount, faultCount, await marked()]).toEqual([1, 0, []]);
      expect(await feedback.single(customer, 'valid.odd@bad.test')).toMatchObject({ status: 'valid' });
    });

    it('a recipient that is no address marks nobody, and keeps no other event out', async () => {
      const { source, provider, send } = await connect(name);
      const wrong = [...NO_ADDRESSES, null, 7, {}, ['a@b.test'], true] as string[];
      const requests = provider.isOneAtATime
        ? [...wrong, 'good@bad.test'].map((email) => provider.bounces(email))
        : [provider.bounces(...wrong, 'good@bad.test')];
      const statuses = await Promise.all(requests.map(send));
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      await feedback.read(source);
      expect(await marked()).toEqual(['good@bad.test']);
    });

    it('what happened in 1970 is left out, and what will in 2100 has happened now', async () => {
      const { source, provider, send } = await connect(name);
      for (const [email, at] of [
        ['old@bad.test', new Date(0)],
        ['early@bad.test', new Date(Date.UTC(1970, 5))],
        ['late@bad.test', new Date(Date.UTC(2100, 0))],
      ] as const) {
        expect(await send(provider.request([provider.bounce(email, at)]))).toBe(200);
      }
      expect(await feedback.read(source)).toMatchObject({ eventCount: 1, ignoredCount: 2 });
      expect(await marked()).toEqual(['late@bad.test']);
      const known = await feedback.known(customer, 'late@bad.test');
      expect(Date.parse(known?.last_hard_bounce_at ?? '')).toBeLessThanOrEqual(service.clock.now());
    });

    it('ids of 10 kB tell events apart to their end, and the same ones do not', async () => {
      const { source, provider, send } = await connect(name);
      const event = provider.bounce('long@bad.test');
      const long = (end: string) => withIds(event, 'x'.repeat(10_240) + end) as Record<string, unknown>;
      const same = provider.request([long('1')]);
      expect([await send(same), await send(same), await send(provider.request([long('2')]))]).toEqual([200, 200, 200]);
      expect((await feedback.read(source)).eventCount).toBe(2);
      expect(await marked()).toEqual(['long@bad.test']);
    });

    it.each([1.5, 2 ** 60, -1, null, {}, ['x'], true])('the id %j is no reason to fail', async (id) => {
      const { source, provider, send } = await connect(name);
      const event = withIds(provider.bounce('float@bad.test'), id) as Record<string, unknown>;
      expect(await send(provider.request([event]))).toBe(200);
      const { eventCount, ignoredCount, faultCount } = await feedback.read(source);
      expect([eventCount + ignoredCount, faultCount]).toEqual([1, 0]);
    });
  });

  it.each(['sendgrid', 'sparkpost', 'brevo', 'mailjet', 'mandrill'] as const)(
    'takes ten thousand events at once from %s',
    async (name) => {
      const { source, provider, send } = await connect(name);
      const events = Array.from({ length: 10_000 }, (_, at) => provider.bounce(`u${at % 5000}@many.test`));
      expect(await send(provider.request(events))).toBe(200);
      expect(await feedback.read(source)).toMatchObject({ eventCount: 10_000, duplicateCount: 0, ignoredCount: 0 });
      expect(await marked()).toHaveLength(5000);
    },
  );

  it('takes no ten thousand events at once in its own form', async () => {
    const { source, provider, send } = await connect('generic');
    const events = Array.from({ length: 10_000 }, (_, at) => told('complaint', `u${at}@many.test`, { id: String(at) }));
    expect(await send(provider.request(events))).toBe(400);
    const few = events.map(({ type, email, occurred_at }) => ({ type, email, occurred_at }));
    expect(await feedback.tell(customer, few)).toMatchObject({
      status: 422,
      body: { errors: { events: ['The events field must be a list of 1 to 1000 events.'] } },
    });
    expect(await feedback.read(source)).toMatchObject({ eventCount: 0, ignoredCount: 0, faultCount: 1 });
    expect(await marked()).toEqual([]);
  });

  it('says what is wrong with ids of programs', async () => {
    const ids = [1.5, 2 ** 60, {}, ['x'], true];
    const answer = await feedback.tell(
      customer,
      ids.map((id) => told('complaint', 'a@ids.test', { id })),
    );
    expect(answer.body).toEqual({
      accepted: 0,
      duplicates: 0,
      rejected: ids.map((_, index) => ({ index, message: '"id" must be a text.' })),
    });
    const long = 'x'.repeat(10_240);
    const kept = [`${long}1`, `${long}1`, `${long}2`].map((id) =>
      told('complaint', 'a@ids.test', { id, message_id: `${id}@ids.test`, scope: id, diagnostic: id }),
    );
    expect((await feedback.tell(customer, kept)).body).toEqual({ accepted: 2, duplicates: 1, rejected: [] });
  });

  it('takes no request at the address of another organization’s source, whatever it is signed with', async () => {
    const other = await feedback.customer();
    const mine = await connect('sendgrid');
    const theirs = await feedback.connect(other, 'sendgrid', sns.privateKey);
    const email = `valid.${randomUUID()}@a.test`;
    // Signed with my key, to their address; and to my number under their token.
    expect(await theirs.send(mine.provider.bounces(email))).toBe(401);
    const token = theirs.source.path.split('/').at(-1) ?? '';
    const { body, headers } = mine.provider.bounces(email);
    const response = await feedback.post(`/v1/feedback/in/${mine.source.id}/${token}`, body, headers);
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: 'There is no such source of feedback here.' },
    ]);
    for (const { source } of [mine, theirs]) expect(await feedback.read(source)).toMatchObject({ eventCount: 0 });
    expect(await feedback.single(other, email)).toMatchObject({ status: 'valid' });
  });
});
