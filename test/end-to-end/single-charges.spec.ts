import type { SingleResponse } from '../../src/validation/single.response';
import { FREE_ABANDONED_CHECKS_AN_HOUR } from '../../src/validation/abandoned-checks';
import { eventually } from '../support/eventually';
import { TestService } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { countCallers } from '../validation/count-callers';
import { MailWorld } from '../world/mail-world';
import { atOneHost, CATCH_ALL, knows, unknown, VALID, type Scenario } from '../world/scenario';
import { askAbout, verdictOf } from './asked-address';

/** What the hosts that think wait for. */
let answer = Promise.resolve();

/** From now on they give no answer, until what is returned is called. */
function hold(): () => void {
  let give = (): void => undefined;
  answer = new Promise((resolve) => {
    give = resolve;
  });
  return give;
}

const THINKS = { thoughtMs: { rcpt: 1 }, clock: { now: () => 0, sleep: () => answer } };

const WORLD: readonly Scenario[] = [
  {
    name: 'everybody',
    kind: 'ordinary',
    ...atOneHost('everybody.test', { catchAll: true, thoughtMs: { rcpt: 5 } }),
    expected: CATCH_ALL,
  },
  {
    name: 'slow',
    kind: 'ordinary',
    ...atOneHost('slow.test', knows('joe@slow.test', THINKS)),
    expected: VALID,
  },
  {
    name: 'slower',
    kind: 'ordinary',
    ...atOneHost('slower.test', knows('joe@slower.test', THINKS)),
    expected: VALID,
  },
  {
    name: 'silent',
    kind: 'hostile',
    ...atOneHost('silent.test', { faults: { rcpt: 'silence' } }),
    expected: unknown('mail_server_did_not_respond'),
  },
  {
    name: 'hostile',
    kind: 'refusal of us',
    ...atOneHost('hostile.test', { greeting: '554 5.7.1 Your host is listed at zen.spamhaus.org' }),
    expected: unknown('antispam_system'),
  },
];

describe.each(setUps)('what single validations cost, %s', (setUpName) => {
  let setUp: SetUp;
  let world: MailWorld;
  let service: TestService;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    world = await MailWorld.start(WORLD);
    service = await TestService.start(setUp, {
      ...world.env(),
      SMTP_COMMAND_TIMEOUT_MS: '20000',
      VALIDATION_TIMEOUT_MS: '20000',
    });
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await world.stop();
    await setUp.remove();
  });

  it('lets ten of a hundred concurrent requests through on a balance of ten', async () => {
    const account = await service.account();
    await service.setBalance(account.organizationId, 10);
    const addresses = Array.from({ length: 100 }, (_, index) => `user${index}@everybody.test`);
    const answers = await Promise.all(addresses.map((address) => askAbout(service, account, address)));
    const statuses = answers.map(({ httpStatus }) => httpStatus);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 402)).toHaveLength(90);
    expect(await service.balance(account.organizationId)).toBe(0);
  }, 120_000);

  it('charges identical concurrent requests once', async () => {
    const account = await service.account();
    await service.setBalance(account.organizationId, 5);
    const asked = world.server('mx.slow.test').rcpts;
    const callers = countCallers(service.app);
    const giveAnswer = hold();
    const all = ['joe@slow.test', 'Joe@slow.test', 'joe@SLOW.test', ' joe@slow.test'].map((email) =>
      askAbout(service, account, email),
    );
    await eventually('all have joined', () => callers.joined === 4);
    giveAnswer();
    const answers = await Promise.all(all);
    expect(answers.map(({ body }) => body.status)).toEqual(['valid', 'valid', 'valid', 'valid']);
    expect(answers.map(({ body }) => body.credits_used).sort()).toEqual([0, 0, 0, 1]);
    expect(answers.map(({ body }) => body.from_cache).sort()).toEqual([false, true, true, true]);
    expect(await service.balance(account.organizationId)).toBe(4);
    // The address itself, and the random one.
    expect(world.server('mx.slow.test').rcpts - asked).toBe(2);
  });

  it('keeps what one organization asked from another', async () => {
    const [one, other] = [await service.account(), await service.account()];
    expect((await askAbout(service, one, 'joe@slow.test')).body).toMatchObject({ from_cache: false, credits_used: 1 });
    expect((await askAbout(service, other, 'joe@slow.test')).body).toMatchObject({
      from_cache: false,
      credits_used: 1,
    });
  });

  it('closes its connections when the caller has gone, and charges nothing', async () => {
    const account = await service.account();
    const before = await service.balance(account.organizationId);
    const server = world.server('mx.silent.test');
    const leaving = new AbortController();
    const answer = service.request('/v1/validate/single', {
      method: 'POST',
      token: account.token,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'joe@silent.test' }),
      signal: leaving.signal,
    });
    await eventually('the mail host was asked', () => server.verbs().includes('RCPT'));
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await eventually('the connection to the mail host is closed', () => server.openSessions === 0, 10_000);
    expect(await service.balance(account.organizationId)).toBe(before);
  });

  it('tells the one who stays what was charged, when the one who asked first has left', async () => {
    const account = await service.account();
    const before = await service.balance(account.organizationId);
    const leaving = new AbortController();
    const request = (signal: AbortSignal | null): Promise<Response> =>
      service.request('/v1/validate/single', {
        method: 'POST',
        token: account.token,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'joe@slower.test' }),
        signal,
      });
    const callers = countCallers(service.app);
    const giveAnswer = hold();
    const first = request(leaving.signal).catch(() => null);
    await eventually('the mail host is asked', () => world.server('mx.slower.test').verbs().includes('RCPT'));
    const others = [request(null), request(null)];
    await eventually('the others have joined', () => callers.joined === 3);
    leaving.abort();
    expect(await first).toBeNull();
    await eventually('the service knows', () => callers.left === 1);
    giveAnswer();
    const bodies = (await Promise.all(others.map(async (other) => (await other).json()))) as SingleResponse[];
    const charged = bodies.reduce((sum, { credits_used }) => sum + credits_used, 0);
    expect(before - (await service.balance(account.organizationId))).toBe(charged);
    expect(bodies.map(({ from_cache }) => from_cache).sort()).toEqual([false, true]);
  });

  it('charges nothing for the answer of a host that is left in peace', async () => {
    const account = await service.account();
    const asked = await askAbout(service, account, 'joe@hostile.test');
    expect(asked.body).toMatchObject({ status: 'unknown', credits_used: 1 });
    const before = await service.balance(account.organizationId);
    const remembered = await askAbout(service, account, 'jane@hostile.test');
    expect(remembered.body).toMatchObject({ status: 'unknown', from_cache: false, credits_used: 0 });
    expect(verdictOf(remembered)).toEqual(verdictOf(asked));
    expect(world.server('mx.hostile.test').knocks).toBe(1);
    expect(await service.balance(account.organizationId)).toBe(before);
  });

  it('charges those who make a habit of leaving', async () => {
    const account = await service.account();
    const before = await service.balance(account.organizationId);
    const server = world.server('mx.silent.test');
    const leave = async (index: number): Promise<void> => {
      const leaving = new AbortController();
      const asked = server.rcpts;
      const answer = service.request('/v1/validate/single', {
        method: 'POST',
        token: account.token,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: `left${index}@silent.test` }),
        signal: leaving.signal,
      });
      await eventually('the mail host was asked', () => server.rcpts > asked || server.openSessions > 0);
      leaving.abort();
      await expect(answer).rejects.toThrow();
      await eventually('the connection to the mail host is closed', () => server.openSessions === 0);
    };
    for (let index = 0; index < FREE_ABANDONED_CHECKS_AN_HOUR; index++) await leave(index);
    expect(await service.balance(account.organizationId)).toBe(before);
    await leave(FREE_ABANDONED_CHECKS_AN_HOUR);
    await eventually('it is charged', async () => (await service.balance(account.organizationId)) === before - 1);
  });

  it('stays with a check while another caller waits for it', async () => {
    const account = await service.account();
    const leaving = new AbortController();
    const request = (signal: AbortSignal | null): Promise<Response> =>
      service.request('/v1/validate/single', {
        method: 'POST',
        token: account.token,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'joe@slow.test' }),
        signal,
      });
    const callers = countCallers(service.app);
    const giveAnswer = hold();
    const [first, second] = [request(leaving.signal), request(null)];
    const gone = first.then(
      () => false,
      () => true,
    );
    await eventually('both have joined', () => callers.joined === 2);
    leaving.abort();
    expect(await gone).toBe(true);
    await eventually('the service knows', () => callers.left === 1);
    giveAnswer();
    expect(await (await second).json()).toMatchObject({ status: 'valid' });
  });
});
