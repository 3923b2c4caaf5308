import { sign } from 'jsonwebtoken';
import { randomUUID } from 'node:crypto';
import { TokensService } from '../../src/auth/tokens.service';
import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, oneSetUp, setUps, type SetUp } from '../support/set-ups';

/** The specification's five endpoints. */
const ENDPOINTS = {
  single: { method: 'POST', path: '/v1/validate/single', permission: 'validate:single' },
  'batch create': { method: 'POST', path: '/v1/validate/batch', permission: 'validate:batch' },
  'batch status': { method: 'GET', path: '/v1/validate/batch/1', permission: 'validate:batch' },
  'batch download': { method: 'GET', path: '/v1/validate/batch/1/download', permission: 'validate:batch' },
  credits: { method: 'GET', path: '/v1/credits/balance', permission: 'credits:read' },
} as const;
type EndpointName = keyof typeof ENDPOINTS;
const names = Object.keys(ENDPOINTS) as EndpointName[];

const REFUSALS: Record<EndpointName, string> = {
  single: 'Token does not have permission to validate single emails.',
  'batch create': 'Token does not have permission to create batch validations.',
  'batch status': 'Token does not have permission to access batch validations.',
  'batch download': 'Token does not have permission to download batch results.',
  credits: 'Token does not have permission to view credits.',
};

describe.each([oneSetUp])("the specification's error table, %s", (setUpName) => {
  let setUp: SetUp;
  let service: TestService;
  let account: TestAccount;
  let stranger: TestAccount;
  let homeless: TestAccount;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await TestService.start(setUp);
    account = await service.account();
    stranger = await service.account();
    homeless = await service.account();
    await service.database.execute('UPDATE accounts SET default_organization_id = NULL WHERE id = ?', [
      homeless.accountId,
    ]);
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  async function ask(name: EndpointName, options: { token?: string; organization?: string }) {
    const { method, path } = ENDPOINTS[name];
    const response = await service.request(path, { method, ...options });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  function batch(content: string | null, fields: Record<string, string> = { name: 'list' }) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (content !== null) form.set('file', new Blob([content], { type: 'text/csv' }), 'list.csv');
    return service.request('/v1/validate/batch', { method: 'POST', token: account.token, body: form });
  }

  it.each(names)('400 without an organization: %s', async (name) => {
    expect(await ask(name, { token: homeless.token })).toEqual({ status: 400, body: { error: 'No team selected' } });
  });

  it.each(names)('401 without a token: %s', async (name) => {
    expect(await ask(name, {})).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
  });

  it.each(names)("403 for an organization that is not the caller's: %s", async (name) => {
    for (const organization of [
      String(stranger.organizationId),
      'abc',
      '0',
      '-1',
      '1e3',
      `0${account.organizationId}`,
    ]) {
      const { status, body } = await ask(name, { token: account.token, organization });
      expect({ status, error: body['error'] }).toEqual({ status: 403, error: 'Forbidden' });
      expect(Object.keys(body).sort()).toEqual(['error', 'message']);
    }
  });

  it.each(names)('403 without the permission: %s', async (name) => {
    const others = Object.values(ENDPOINTS)
      .map(({ permission }) => permission)
      .filter((permission) => permission !== ENDPOINTS[name].permission);
    const { token } = await service.token(account.accountId, others);
    expect(await ask(name, { token })).toEqual({
      status: 403,
      body: { error: 'Forbidden', message: REFUSALS[name] },
    });
  });

  it('402 on single validation without a credit', async () => {
    const poor = await service.account();
    await service.setBalance(poor.organizationId, 0);
    const response = await service.single(poor, 'someone@somewhere.test');
    const body = (await response.json()) as Record<string, string>;
    expect(response.status).toBe(402);
    expect(Object.keys(body).sort()).toEqual(['error', 'message']);
    expect(body['error']).toBe('Insufficient credits');
    expect(body['message']).toMatch(/at least 1 credit/);
    expect(body['message']).toMatch(/has 0/);
  });

  it.each(['batch status', 'batch download'] as const)('404 for a batch that is not there: %s', async (name) => {
    const path = ENDPOINTS[name].path.replace('/1', '/123456');
    const response = await service.request(path, { token: account.token });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: 'No query results for model [Batch] 123456.' });
  });

  it.each(['abc', '0', '-1', '1e3', '1.0', '+1', '%20', '1%00'])('400 for a batch id that is none: %s', async (id) => {
    for (const suffix of ['', '/download']) {
      const response = await service.request(`/v1/validate/batch/${id}${suffix}`, { token: account.token });
      expect(response.status).toBe(400);
      expect(Object.keys((await response.json()) as object)).toEqual(['message']);
    }
  });

  it('404 for the results of a batch that is not completed, and of one whose results are gone', async () => {
    const created = await batch('email\nnobody@nowhere.test\n');
    const { id } = (await created.json()) as { id: number };
    expect(created.status).toBe(201);
    await service.database.execute("UPDATE batches SET status = 'processing' WHERE id = ?", [id]);
    const early = await service.request(`/v1/validate/batch/${id}/download`, { token: account.token });
    expect(early.status).toBe(404);
    expect(await early.json()).toEqual({
      error: 'Results not available',
      message: 'Batch is not yet completed or results file not found.',
    });
    await service.database.execute("UPDATE batches SET status = 'completed', purged_at = 1 WHERE id = ?", [id]);
    const late = await service.request(`/v1/validate/batch/${id}/download`, { token: account.token });
    expect(late.status).toBe(404);
    expect(await late.json()).toEqual({ error: 'Results not available', message: 'Results file not found.' });
  });

  it('422 for a CSV without an email column', async () => {
    const response = await batch('name,phone\nJane,1\n');
    const body = (await response.json()) as Record<string, string>;
    expect(response.status).toBe(422);
    expect(Object.keys(body).sort()).toEqual(['error', 'message']);
    expect(body['error']).toBe('Invalid request');
    expect(body['message']).toMatch(/must contain an .?email.? column/);
    expect(body['message']).toMatch(/phone/);
  });

  it.each([
    [{}, 'The email field is required.'],
    [{ email: null }, 'The email field is required.'],
    [{ email: '' }, 'The email field is required.'],
    [{ email: '   ' }, 'The email field is required.'],
    [{ email: 17 }, 'The email field must be a string.'],
    [{ email: ['a@b.co'] }, 'The email field must be a string.'],
    [{ email: { a: 1 } }, 'The email field must be a string.'],
    [{ email: `${'a'.repeat(244)}@example.org` }, 'The email field must not be greater than 255 characters.'],
  ])('422 for the body %j', async (payload, sentence) => {
    const response = await service.request('/v1/validate/single', {
      method: 'POST',
      token: account.token,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message: sentence, errors: { email: expect.arrayContaining([sentence]) } });
  });

  it.each([
    'plain',
    'a@b@c.org',
    'Jane <jane@example.org>',
    'a..b@example.org',
    'jane@example.org\r\nRCPT TO:<x@y.org>',
    'jane\u0000@example.org',
    'jane@exam\u200bple.org',
    'jane@localhost',
  ])('422 for the malformed address %j, in a sentence', async (email) => {
    const response = await service.single(account, email);
    const body = (await response.json()) as { message: string; errors: { email: string[] } };
    expect(response.status).toBe(422);
    expect(body).toEqual({
      message: body.errors.email[0],
      errors: { email: [expect.stringMatching(/^[A-Z].{10,}\.$/s)] },
    });
  });

  it('422 for a field that is not known', async () => {
    const response = await service.request('/v1/validate/single', {
      method: 'POST',
      token: account.token,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'jane@example.org', shoe: 1 }),
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: { shoe: [expect.any(String)] } });
  });

  it.each([
    ['{"email":', 'application/json'],
    ['[]', 'application/json'],
    ['"a@b.co"', 'application/json'],
    ['email=a@b.co', 'application/x-www-form-urlencoded'],
    ['a@b.co', 'text/plain'],
  ])('400 for the body %j of type %s', async (body, type) => {
    const response = await service.request('/v1/validate/single', {
      method: 'POST',
      token: account.token,
      headers: { 'Content-Type': type },
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: expect.any(String) });
  });

  it('413 for a body of 10 MB', async () => {
    const response = await service.single(account, 'a'.repeat(10_000_000));
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: expect.stringMatching(/100 kB/) });
  });

  it('404 for a route that is not there', async () => {
    const response = await service.request('/v1/nothing', { token: account.token });
    expect(response.status).toBe(404);
    expect(Object.keys((await response.json()) as object)).toEqual(['message']);
  });

  it('judges in order: token, organization, permission, body', async () => {
    const broken = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' };
    const { token } = await service.token(account.accountId, ['credits:read']);
    const status = async (init: object) =>
      (await service.request('/v1/validate/single', { ...broken, ...init })).status;
    expect(await status({ organization: 'x' })).toBe(401);
    expect(await status({ token: homeless.token })).toBe(400);
    expect(await status({ token, organization: 'x' })).toBe(403);
    const { body } = { body: await (await service.request('/v1/validate/single', { ...broken, token })).json() };
    expect(body).toEqual({ error: 'Forbidden', message: REFUSALS.single });
    expect(await status({ token: account.token })).toBe(400);
  });

  it('401 for a token of another algorithm, key or time, for one without a row, and for garbage', async () => {
    const secret = setUp.env['JWT_SECRET']!;
    const claims = { permissions: ['validate:single'] };
    const options = { jwtid: account.tokenId, subject: String(account.accountId) };
    const [header, payload] = account.token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const forged = [
      `${none}.${payload!}.`,
      `${header!}.${payload!}.`,
      sign(claims, secret, { ...options, algorithm: 'HS512' }),
      sign(claims, `${secret}x`, options),
      sign({ ...claims, exp: 1 }, secret, options),
      sign(claims, secret, { ...options, jwtid: randomUUID() }),
      sign(claims, secret, { ...options, subject: String(stranger.accountId) }),
      sign(claims, secret),
      sign(claims, secret, { ...options, header: { alg: 'HS256', crit: ['exp'] } }),
      'garbage',
      'a.b.c',
    ];
    for (const token of forged) {
      expect(await ask('single', { token })).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
    }
    const basic = await service.request('/v1/credits/balance', {
      headers: { Authorization: `Basic ${account.token}` },
    });
    expect(basic.status).toBe(401);
  });

  it('401 for a token that was revoked, at once', async () => {
    const { id, token } = await service.token(account.accountId, ['credits:read']);
    expect((await ask('credits', { token })).status).toBe(200);
    await service.app.get(TokensService).revoke(id);
    expect(await ask('credits', { token })).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
  });

  it('never tells what another organization has: its batch is missing', async () => {
    const created = await batch('email\nnobody@nowhere.test\n');
    const { id } = (await created.json()) as { id: number };
    for (const suffix of ['', '/download']) {
      const response = await service.request(`/v1/validate/batch/${id}${suffix}`, { token: stranger.token });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: `No query results for model [Batch] ${id}.` });
    }
  });
});

describe.each(setUps)('the rate limit, %s', (setUpName) => {
  let setUp: SetUp;
  let services: TestService[];

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    const env = { RATE_LIMIT_PER_MINUTE: '5' };
    services = [await TestService.start(setUp, env)];
    // A second process shares the budget where there is Redis.
    if (setUpName === 'distributed') services.push(await TestService.start(setUp, env));
  });

  afterAll(async () => {
    for (const service of services) await service.stop();
    await setUp.remove();
  });

  it('gives a token one budget over all routes and processes, and says how much is left', async () => {
    const account = await services[0]!.account();
    const seen = [];
    for (let call = 0; call < 7; call += 1) {
      const service = services[call % services.length]!;
      const path = call % 2 === 0 ? '/v1/credits/balance' : '/v1/validate/batch/999';
      const response = await service.request(path, { token: account.token });
      seen.push([
        response.status,
        response.headers.get('RateLimit-Limit'),
        response.headers.get('RateLimit-Remaining'),
      ]);
      const reset = Number(response.headers.get('RateLimit-Reset'));
      expect(reset).toBeGreaterThan(0);
      expect(reset).toBeLessThanOrEqual(60);
      const expectedWait = response.status === 429 ? String(reset) : null;
      expect(response.headers.get('Retry-After')).toBe(expectedWait);
      const body = (await response.json()) as object;
      expect([200, 404].includes(response.status) || Object.keys(body).join() === 'message').toBe(true);
    }
    expect(seen).toEqual([
      [200, '5', '4'],
      [404, '5', '3'],
      [200, '5', '2'],
      [404, '5', '1'],
      [200, '5', '0'],
      [429, '5', '0'],
      [429, '5', '0'],
    ]);
    const other = await services[0]!.token(account.accountId);
    expect((await services[0]!.request('/v1/credits/balance', { token: other.token })).status).toBe(200);
  });

  it('limits failed authentication per client address, and nobody else', async () => {
    const account = await services[0]!.account();
    const statuses = [];
    for (let call = 0; call < 26; call += 1) {
      statuses.push((await services[0]!.request('/v1/credits/balance', { token: 'garbage' })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(25);
    expect(statuses[25]).toBe(429);
    expect((await services[0]!.request('/v1/credits/balance', { token: account.token })).status).toBe(200);
  });
});
