import { TestService, type TestAccount } from '../support/service';
import { makeSetUp, type SetUp } from '../support/set-ups';

const SHOP = 'https://shop.example';
const ALLOWED = 'access-control-allow-origin';
const PREFLIGHT = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization' };

/** The headers of an answer that tell a browser who may read it. */
function accessOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

/** The items of a header that is a list. */
function itemsOf(response: Response, name: string): string[] {
  return (response.headers.get(name) ?? '').split(',').map((item) => item.trim().toLowerCase());
}

describe('pages of other origins', () => {
  let setUp: SetUp;
  let service: TestService;
  let account: TestAccount;

  beforeAll(async () => {
    setUp = await makeSetUp('embedded');
    service = await TestService.start(setUp, {
      CORS_ORIGINS: `${SHOP}, http://127.0.0.1:8080`,
      DNS_SERVERS: '127.0.0.1:9',
    });
    account = await service.account();
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const preflight = (path: string, origin = SHOP, of = service): Promise<Response> =>
    of.request(path, { method: 'OPTIONS', headers: { Origin: origin, ...PREFLIGHT } });

  const check = (token: string, body: unknown, origin = SHOP): Promise<Response> =>
    service.request('/v1/validate/single', {
      method: 'POST',
      token,
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify(body),
    });

  /** What `openapi.json` has, with any value for what stands in braces. */
  async function documentedPaths(): Promise<{ path: string; method: string; isForTokens: boolean }[]> {
    const document = (await (await service.request('/openapi.json')).json()) as {
      paths: Record<string, Record<string, { security?: object[] }>>;
    };
    return Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security = [] }]) => ({
        path: path.replaceAll(/\{\w+\}/g, '1'),
        method: method.toUpperCase(),
        isForTokens: security.some((scheme) => 'bearer' in scheme),
      })),
    );
  }

  it('are told beforehand what they may send, without a token, for ten minutes', async () => {
    const response = await preflight('/v1/validate/single');
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(accessOf(response)).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-max-age': '600',
    });
    expect(itemsOf(response, 'vary')).toContain('origin');
    expect(itemsOf(response, 'access-control-allow-headers').sort()).toEqual([
      'authorization',
      'content-type',
      'idempotency-key',
      'x-organization-id',
    ]);
    expect(response.headers.get('x-request-id')).not.toBeNull();
  });

  it('reach each route that a token opens, by its method, and none else; never with cookies', async () => {
    const documented = await documentedPaths();
    expect(documented.filter(({ isForTokens }) => isForTokens).length).toBeGreaterThan(10);
    for (const { path, method, isForTokens } of documented) {
      const before = await preflight(path);
      const after = await service.request(path, { method, headers: { Origin: SHOP } });
      await after.arrayBuffer();
      const [told, opened] = [accessOf(before), accessOf(after)];
      const origin = isForTokens ? SHOP : undefined;
      expect([path, before.status, told[ALLOWED]]).toEqual([path, isForTokens ? 204 : 405, origin]);
      expect([method, path, opened[ALLOWED]]).toEqual([method, path, origin]);
      expect([told, opened].map((said) => Object.keys(said).length > 0)).toEqual([isForTokens, isForTokens]);
      expect(itemsOf(before, 'access-control-allow-methods').includes(method.toLowerCase())).toBe(isForTokens);
      for (const said of [told, opened]) expect(said).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it.each(['/', '/health/live', '/metrics', '/docs', '/dashboard/', '/openapi.yaml', '/v1/feedback/in', '/v1/nothing'])(
    'do not read %s',
    async (path) => {
      const response = await service.request(path, { headers: { Origin: SHOP } });
      await response.arrayBuffer();
      expect([accessOf(response), accessOf(await preflight(path))]).toEqual([{}, {}]);
    },
  );

  it('read the document, which depends on origin and packing', async () => {
    const response = await service.request('/openapi.json', { headers: { Origin: SHOP } });
    await response.arrayBuffer();
    expect(response.headers.get('access-control-allow-origin')).toBe(SHOP);
    expect(itemsOf(response, 'vary').sort()).toEqual(['accept-encoding', 'origin']);
  });

  it('read answers and refusals alike, with what headers say of limits, tries and tests', async () => {
    const { token } = await service.testToken(account.accountId);
    const answers = await Promise.all([
      check(token, { email: 'valid@sandbox.test' }),
      check('no token', { email: 'valid@sandbox.test' }),
      check(token, { email: 'nothing of the kind' }),
      check(token, { email: 'rate_limited@sandbox.test' }),
      check(token, { email: 'server_error@sandbox.test' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 422, 429, 500]);
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP);
      expect(itemsOf(answer, 'vary')).toContain('origin');
      const exposed = itemsOf(answer, 'access-control-expose-headers');
      const telling = [...answer.headers.keys()].filter((name) =>
        /^(ratelimit-|retry-|idempotency-|x-(?!c))/.test(name),
      );
      expect(exposed).toEqual(expect.arrayContaining(telling));
    }
    expect(answers[3].headers.get('retry-after')).toBe('30');
  });

  it('are refused by their browser where their origin is not named', async () => {
    const { token } = await service.testToken(account.accountId);
    for (const origin of ['https://shop.example.org', 'http://shop.example', `${SHOP}:8443`, 'null']) {
      const answers = [
        await preflight('/v1/validate/single', origin),
        await check(token, { email: 'valid@sandbox.test' }, origin),
      ];
      for (const answer of answers) {
        await answer.arrayBuffer();
        expect([origin, answer.headers.get('access-control-allow-origin')]).toEqual([origin, null]);
        // Who keeps this answer is not to give it to a page that may read it, nor the other way about.
        expect(itemsOf(answer, 'vary')).toContain('origin');
      }
    }
  });

  it('spend nothing of the rate by asking beforehand', async () => {
    const { token } = await service.token(account.accountId);
    const left = async (): Promise<number> => {
      const response = await service.request('/v1/credits/balance', { token });
      return Number(response.headers.get('ratelimit-limit')) - Number(response.headers.get('ratelimit-remaining'));
    };
    await left();
    for (let count = 0; count < 5; count += 1) {
      await service.request('/v1/credits/balance', {
        method: 'OPTIONS',
        token,
        headers: { Origin: SHOP, ...PREFLIGHT },
      });
    }
    // Fewer where a minute ended in between.
    expect(await left()).toBeLessThanOrEqual(2);
  });

  it('read that they ask for the document too often', async () => {
    const strict = await TestService.start(setUp, { CORS_ORIGINS: SHOP, RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '1' });
    let refused: Response | undefined;
    for (let call = 0; call < 40 && refused === undefined; call += 1) {
      const response = await strict.request('/openapi.json', {
        // This machine's own callers may be operators, who are not counted.
        headers: { Origin: SHOP, 'X-Forwarded-For': '192.0.2.1' },
      });
      await response.arrayBuffer();
      if (response.status === 429) refused = response;
    }
    expect(refused?.headers.get('access-control-allow-origin')).toBe(SHOP);
    await strict.stop();
  });

  it('are anybody with *, the same answer for all', async () => {
    const open = await TestService.start(setUp, { CORS_ORIGINS: '*' });
    const response = await preflight('/v1/validate/single', 'https://anybody.example', open);
    expect([response.status, accessOf(response)]).toEqual([
      204,
      expect.objectContaining({ 'access-control-allow-origin': '*' }),
    ]);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(accessOf(await preflight('/v1/session', 'https://anybody.example', open))).toEqual({});
    await open.stop();
  });

  it('are no matter to an OPTIONS that no browser sent beforehand', async () => {
    const response = await service.request('/v1/validate/single', { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow'), await response.json()]).toEqual([
      405,
      'POST',
      { message: 'There is no OPTIONS /v1/validate/single here.' },
    ]);
  });

  it('are nobody without the setting', async () => {
    const closed = await TestService.start(setUp);
    const before = await preflight('/v1/validate/single', SHOP, closed);
    expect([before.status, before.headers.get('allow'), accessOf(before)]).toEqual([405, 'POST', {}]);
    const after = await closed.request('/openapi.json', { headers: { Origin: SHOP } });
    await after.arrayBuffer();
    expect([accessOf(after), after.headers.get('vary')]).toEqual([{}, 'Accept-Encoding']);
    await closed.stop();
  });
});
