import { Socket } from 'node:net';
import { NetDialler } from '../../src/engine/smtp/wire/net-dialler';
import { TokensService } from '../../src/auth/tokens.service';
import { VerdictLog } from '../../src/feedback/accuracy/verdict-log';
import { CheckHistory } from '../../src/validation/history/check-history';
import { SANDBOX_FAULTS, SANDBOX_MAILBOXES } from '../../src/validation/sandbox/sandbox-mailboxes';
import { TestValidationService, type TestAnswer } from '../../src/validation/sandbox/test-validation.service';
import type { SingleResponse } from '../../src/validation/single.response';
import { eventually } from '../support/eventually';
import { oneSetUp } from '../support/set-ups';
import { SandboxWorld, type Tenant } from './sandbox-world';

const answers = [...SANDBOX_MAILBOXES].filter(([name]) => !(name in SANDBOX_FAULTS) && name !== 'slow_5s');

describe.each([oneSetUp])('single checks with a test token, %s', (setUpName) => {
  let world: SandboxWorld;
  let tenant: Tenant;

  beforeAll(async () => {
    world = await SandboxWorld.start(setUpName);
    tenant = await world.tenant();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const check = (token: { token: string }, email: string) => world.service.single(token, email);

  it('answer every status and sub-status, ask nobody, cost nothing and count nowhere', async () => {
    const { organizationId, test } = tenant;
    // Measured feedback would keep each answer.
    await world.service.database.execute('UPDATE organizations SET uses_feedback = 1 WHERE id = ?', [organizationId]);
    const before = await world.liveRows(organizationId);
    const verdictsBefore = await world.metric(/^verdicts_total/);
    const dialled = jest.spyOn(NetDialler.prototype, 'dial');
    const ports: unknown[] = [];
    const connect = Socket.prototype.connect as (...to: unknown[]) => Socket;
    jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...to: unknown[]) {
      const [target] = to.flat() as [{ port?: unknown } | number];
      ports.push(typeof target === 'object' ? Number(target.port) : target);
      return connect.apply(this, to);
    });
    for (const [name, { status, subStatus }] of answers) {
      const response = await check(test, `${name}@sandbox.test`);
      const body = (await response.json()) as SingleResponse;
      expect({ name, code: response.status, mode: response.headers.get('X-Test-Mode') }).toEqual({
        name,
        code: 200,
        mode: 'true',
      });
      expect(body).toMatchObject({ email: `${name}@sandbox.test`, status, credits_used: 0 });
      expect(body.from_cache).toBe(name === 'known_hard_bounce');
      expect(Object.assign({ sub_status: null }, body.result)).toMatchObject({ sub_status: subStatus });
    }
    expect(dialled).not.toHaveBeenCalled();
    expect(ports).not.toContain(25);
    expect(world.dns.total).toBe(0);
    await Promise.all([world.service.app.get(CheckHistory).flush(), world.service.app.get(VerdictLog).flush()]);
    expect(await world.liveRows(organizationId)).toEqual(before);
    expect(await world.metric(/^verdicts_total/)).toEqual(verdictsBefore);
  });

  it('need no credits, and tell the true balance', async () => {
    const poor = await world.tenant();
    await world.service.setBalance(poor.organizationId, 0);
    expect((await check(poor.test, 'valid@sandbox.test')).status).toBe(200);
    await world.service.setBalance(poor.organizationId, 41);
    const balance = await world.service.request('/v1/credits/balance', { token: poor.test.token });
    expect(balance.headers.get('X-Test-Mode')).toBe('true');
    expect(await balance.json()).toMatchObject({ balance: 41 });
  });

  it('show the errors that an address asks for', async () => {
    const broke = await check(tenant.test, 'insufficient_credits@sandbox.test');
    expect({ status: broke.status, body: await broke.json() }).toEqual({
      status: 402,
      body: {
        error: 'Insufficient credits',
        message: 'You need at least 1 credit for this; your organization has 0.',
      },
    });
    const limited = await check(tenant.test, 'rate_limited+1@sandbox.test');
    expect(limited.status).toBe(429);
    expect(await limited.json()).toEqual({ message: 'Too many requests. Try again in 30 s.' });
    const headers = ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'X-Test-Mode'];
    expect(headers.map((name) => limited.headers.get(name))).toEqual(['30', '100000', '0', '30', 'true']);
    // Nothing was really used up.
    expect(Number((await check(tenant.test, 'valid@sandbox.test')).headers.get('RateLimit-Remaining'))).toBeGreaterThan(
      0,
    );
    const broken = await check(tenant.test, 'server_error@sandbox.test');
    expect({ status: broken.status, mode: broken.headers.get('X-Test-Mode') }).toEqual({ status: 500, mode: 'true' });
    const malformed = await check(tenant.test, 'nobody');
    expect({ status: malformed.status, mode: malformed.headers.get('X-Test-Mode') }).toEqual({
      status: 422,
      mode: 'true',
    });
  });

  it('count in figures of their own', async () => {
    await check(tenant.test, 'server_error@sandbox.test');
    await eventually('the request is counted', async () => {
      const counts = await world.metric(/_count\{.*status="500"/);
      return counts.length > 0;
    });
    const routes = (await world.metric(/_count\{.*status="500"/)).map((line) => /route="([^"]*)"/.exec(line)?.[1]);
    expect(new Set(routes)).toEqual(new Set(['test mode']));
  });

  it('say of all other addresses that nobody was asked', async () => {
    const body = (await (await check(tenant.test, 'jane@example.org')).json()) as SingleResponse;
    expect(body).toMatchObject({
      status: 'unknown',
      mx_found: false,
      credits_used: 0,
      result: { sub_status: 'smtp_disabled', text: expect.stringContaining('valid@sandbox.test') as string },
    });
    expect(world.dns.total).toBe(0);
  });

  it('take nothing from live checks, and give them nothing', async () => {
    const counted = async () => {
      const lines = await world.metric(/^verdicts_total\{/);
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    };
    const before = await counted();
    const live = await check(tenant.live, 'mailbox_not_found@sandbox.test');
    expect(live.headers.get('X-Test-Mode')).toBeNull();
    expect(await live.json()).toMatchObject({
      status: 'invalid',
      result: { sub_status: 'domain_not_found' },
      credits_used: 1,
    });
    expect(world.dns.total).toBeGreaterThan(0);
    const test = await check(tenant.test, 'mailbox_not_found@sandbox.test');
    expect(await test.json()).toMatchObject({ result: { sub_status: 'mailbox_not_found' }, from_cache: false });
    const again = await check(tenant.live, 'mailbox_not_found@sandbox.test');
    expect(await again.json()).toMatchObject({ result: { sub_status: 'domain_not_found' }, from_cache: true });
    expect(await counted()).toBe(before + 2);
  });

  it('bear the mark also where the token is refused', async () => {
    const { accountId, organizationId } = await world.tenant();
    const short = await world.service.app.get(TokensService).create({
      accountId,
      name: 'Shop',
      permissions: ['credits:read'],
      lifetimeMs: null,
      isTest: true,
    });
    const mode = async (init: { organization?: number }) => {
      const response = await world.service.request('/v1/validate/batch', { token: short.token, ...init });
      return [response.status, response.headers.get('X-Test-Mode')];
    };
    expect(await mode({})).toEqual([403, 'true']);
    expect(await mode({ organization: organizationId + 1000 })).toEqual([403, 'true']);
    await world.service.app.get(TokensService).revoke(short.id);
    expect(await mode({})).toEqual([401, 'true']);
  });

  it('end when the caller hangs up', async () => {
    const checks = world.service.app.get(TestValidationService);
    const validate = jest.spyOn(checks, 'validate');
    const leaving = new AbortController();
    const slow = world.service.request('/v1/validate/single', {
      method: 'POST',
      token: tenant.test.token,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'slow_5s@sandbox.test' }),
      signal: leaving.signal,
    });
    const refusal = slow.catch((error: unknown) => error);
    await eventually('the check has begun', () => validate.mock.results.length > 0);
    leaving.abort();
    expect(await refusal).toMatchObject({ name: 'AbortError' });
    const answer = (await validate.mock.results[0]?.value) as TestAnswer;
    // Had it gone on, it would be valid.
    expect(answer.verification.subStatus).toBe('timeout_exceeded');
  });
});
