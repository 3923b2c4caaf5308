import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createProviders } from '../../src/feedback/events/create-providers';
import { FEEDBACK_PROVIDERS, type FeedbackProviderName } from '../../src/feedback/events/feedback-provider';
import { PROVIDERS } from '../../src/feedback/providers.token';
import { BatchService, type Customer } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { CONNECTED_AT, FeedbackClient, type Connected } from './feedback-service';
import { ProviderDouble } from './provider-double';

const sns = generateKeyPairSync('rsa', { modulusLength: 2048 });
const certificates = { certificateFor: () => Promise.resolve(sns.publicKey) };
const DAY_MS = 86_400_000;

function withoutSignature(body: string): string {
  const { signature: _, ...event } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify({ ...event, signature: {} });
}

describe.each(setUps)('a bounce in the form of its provider, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let feedback: FeedbackClient;
  let customer: Customer;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start({ ...setUp.env, PUBLIC_URL: CONNECTED_AT }, new ScriptedEngine(), undefined, [
      { provide: PROVIDERS, useValue: createProviders({ certificates }) },
    ]);
    feedback = new FeedbackClient(service);
    customer = await feedback.customer();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const address = (): string => `valid.${randomUUID()}@a.test`;

  const connect = (name: FeedbackProviderName): Promise<Connected> => feedback.connect(customer, name, sns.privateKey);

  it.each(FEEDBACK_PROVIDERS)('changes the next verdict, single and batch: %s', async (name) => {
    const { source, provider, send } = await connect(name);
    const [single, listed, other] = [address(), address(), address()];
    for (const email of [single, listed, other]) {
      expect(await feedback.single(customer, email)).toMatchObject({ status: 'valid' });
    }
    for (const emails of provider.isOneAtATime ? [[single], [listed]] : [[single, listed]]) {
      expect(await send(provider.bounces(...emails))).toBe(200);
    }
    expect(await feedback.read(source)).toEqual({ eventCount: 2, duplicateCount: 0, ignoredCount: 0, faultCount: 0 });
    expect(await feedback.single(customer, single)).toMatchObject({
      status: 'invalid',
      credits_used: 0,
      result: { sub_status: 'known_hard_bounce' },
    });
    const id = await service.create(customer, [listed, other]);
    expect(await service.completed(customer, id)).toMatchObject({ invalid_count: 1, valid_count: 1, credits_used: 0 });
    const [header = [], ...rows] = await service.results(customer, id);
    const column = (named: string) => rows.map((cells) => cells[header.indexOf(named)]);
    expect([column('sub_status'), column('known')]).toEqual([
      ['known_hard_bounce', ''],
      ['hard_bounce', ''],
    ]);
  });

  it.each(['ses', 'sendgrid', 'mailgun', 'resend', 'mandrill', 'generic'] as const)(
    'is refused and changes nothing where its signature is not right, or missing: %s',
    async (name) => {
      const { source, provider, send } = await connect(name);
      const email = address();
      const { body, headers } = provider.bounces(email);
      const stranger = new ProviderDouble(name, () => `${CONNECTED_AT}${source.path}`, null);
      const isOfNoSignature = name === 'ses';
      const forged = isOfNoSignature
        ? { body: body.replace('Permanent', 'Transient'), headers }
        : stranger.bounces(email);
      const unsigned = name === 'mailgun' ? withoutSignature(body) : body;
      const { 'Content-Type': type = '' } = headers;
      const statuses = [
        await send(forged),
        // Amazon's unsigned form is that of EventBridge, which the token of the address vouches for.
        isOfNoSignature ? 401 : await send({ body: unsigned, headers: { 'Content-Type': type } }),
      ];
      expect(statuses).toEqual([401, 401]);
      expect(await feedback.read(source)).toMatchObject({ eventCount: 0, duplicateCount: 0, ignoredCount: 0 });
      expect(await feedback.single(customer, email)).toMatchObject({ status: 'valid' });
    },
  );

  it.each(['ses', 'sendgrid', 'mailgun', 'resend', 'generic'] as const)(
    'is refused once its signature is too old, and counts once where it is sent again: %s',
    async (name) => {
      const { source, provider, send } = await connect(name);
      const email = address();
      const request = provider.bounces(email);
      for (let time = 0; time < 3; time += 1) expect(await send(request)).toBe(200);
      expect(await feedback.read(source)).toMatchObject({ eventCount: 1 });
      service.clock.forward(2 * DAY_MS);
      // SNS signs no time that ages: what it sends again is known by its id for a day, and by its events for a month.
      expect(await send(request)).toBe(name === 'ses' ? 200 : 401);
      service.clock.forward(-2 * DAY_MS);
      expect(await feedback.read(source)).toMatchObject({ eventCount: 1 });
    },
  );

  it.each(FEEDBACK_PROVIDERS)('is refused with another’s form, by the status of its table: %s', async (name) => {
    const { source, send } = await connect(name);
    const status = name === 'mailgun' ? 406 : 400;
    const seen: [string, number][] = [];
    const bodies: [string, string, string][] = [
      ['no JSON', 'application/json', '{"event'],
      ['a form', 'application/x-www-form-urlencoded', 'event=bounce&email=a%40b.test'],
      ['a text', 'text/plain', 'x'],
      ['nothing', 'application/json', ''],
      ['a number', 'application/json', '1'],
    ];
    for (const [what, type, body] of bodies) {
      seen.push([what, await send({ body, headers: { 'Content-Type': type } })]);
    }
    // Those that sign are asked for the signature first: which of the two it lacks is nobody's business.
    const allowed = [status, 401];
    expect(seen.filter(([, answer]) => !allowed.includes(answer))).toEqual([]);
    expect(await feedback.read(source)).toMatchObject({ eventCount: 0, ignoredCount: 0, faultCount: bodies.length });
  });
});
