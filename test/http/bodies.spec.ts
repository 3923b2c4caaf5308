import { connect } from 'node:net';
import { eventually } from '../support/eventually';
import { TestService, type TestAccount } from '../support/service';
import { oneSetUp } from '../support/set-ups';

describe.each([oneSetUp])('bodies from strangers, %s', (setUpName) => {
  let service: TestService;
  let account: TestAccount;

  beforeAll(async () => {
    service = await TestService.shared(setUpName);
    account = await service.account();
  });

  const json = (body: string, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRF': '1', ...headers },
    body,
  });

  const deep = (levels: number): string => `{"email":${'['.repeat(levels)}${']'.repeat(levels)}}`;

  it.each(['/v1/session', '/v1/account', '/v1/validate/single'])('are never a fault of ours: %s', async (path) => {
    const { token } = account;
    const large = path === '/v1/validate/single';
    for (const [body, status] of [
      [deep(large ? 45_000 : 1900), 422],
      ['{"email":{"constructor":{"name":"x"},"length":3}}', 422],
      ['{"email":{"__proto__":{"length":3}},"password":{"toString":1}}', 422],
      ['{"__proto__":{"email":"jane@example.org"}}', 422],
      ['['.repeat(4000), 400],
      ['null', 400],
      ['"x"', 400],
      [large ? `{"email":"${'x'.repeat(110_000)}"}` : `{"email":"${'x'.repeat(4200)}"}`, 413],
    ] as const) {
      const response = await service.request(path, { token, ...json(body) });
      expect([body.slice(0, 40), response.status]).toEqual([body.slice(0, 40), status]);
      expect(await response.json()).toMatchObject({ message: expect.stringMatching(/^[A-Z].*\.$/s) });
    }
  });

  it('says that null and a text are no object, and not that they are no JSON', async () => {
    for (const body of ['null', '"x"']) {
      const response = await service.request('/v1/validate/single', { token: account.token, ...json(body) });
      expect(await response.json()).toEqual({ message: expect.stringMatching(/^Send one JSON object/) });
    }
  });

  it('name the first unknown field and no other', async () => {
    const fields = Array.from({ length: 8000 }, (_, number) => `"k${number}":1`).join();
    const response = await service.request('/v1/validate/single', { token: account.token, ...json(`{${fields}}`) });
    expect(response.status).toBe(422);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ errors: { k0: [expect.any(String)] } });
    expect(text.length).toBeLessThan(200);
  });

  it('are not waited for where a token or a session is needed and there is none', async () => {
    for (const [path, status] of [
      ['/v1/validate/single', 401],
      ['/v1/tokens', 401],
      ['/v1/session', 403],
      ['/v1/nothing', 404],
    ] as const) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      let text = '';
      socket.on('data', (data) => {
        text += data.toString();
      });
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n{`,
      );
      await eventually('it is answered though its body never comes', () => text !== '');
      expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      socket.destroy();
    }
  });
});

describe.each([oneSetUp])('routes that need neither token nor session, %s', (setUpName) => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.shared(setUpName, { RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: '1' });
  });

  it.each(['/v1/session', '/v1/account', '/v1/invitations/none'])(
    'are counted by client before anything is judged: %s',
    async (path) => {
      // A client of its own for each route.
      const block = `2001:db8:${path.length}`;
      const seen: number[] = [];
      for (let call = 0; call < 12; call += 1) {
        const response = await service.request(path, {
          ...(path.includes('none') ? {} : { method: 'POST', body: '{' }),
          headers: {
            'Content-Type': 'application/json',
            'X-CSRF': '1',
            // Another address of its /64 each time.
            'X-Forwarded-For': `${block}:1::${call.toString(16)}`,
          },
        });
        seen.push(response.headers.has('Retry-After') ? 429 : response.status);
      }
      // A minute may end in between, and give five more.
      expect(seen.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
      const other = await service.request(path, {
        ...(path.includes('none') ? {} : { method: 'POST', body: '{' }),
        headers: { 'Content-Type': 'application/json', 'X-CSRF': '1', 'X-Forwarded-For': `${block}:2::1` },
      });
      expect(other.status).not.toBe(429);
    },
  );
});
