import { TestService, type TestAccount } from '../support/service';
import { setUps } from '../support/set-ups';
import { PASSWORD, Person } from './person';

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
}
interface Route {
  id: string;
  method: string;
  path: string;
  security: string[];
}

/** What needs neither a token nor a session. */
const OPEN_TO_ALL = [
  'confirmEmailChange',
  'getPasswordResets',
  'openEmailChange',
  'openInvitation',
  'openPasswordReset',
  'openSharedSummary',
  'requestPasswordReset',
  'resetPassword',
  'seeFeedbackSource',
  'signIn',
  'signUp',
  'tellFeedback',
];
/** A provider's: its address holds a secret, and no cookie opens it. */
const BY_SECRET = 'tellFeedback';
/** It makes sure that nothing of one's own is left: done, whatever there was. */
const ERASURE = 'clearKnownAddress';
/** What a route needs in its body before it looks at the ids in its path. */
const BODIES: Record<string, unknown> = {
  changeRole: { role: 'member' },
  changeWebhook: { is_enabled: false },
  recoverWebhook: { since: '2026-01-01T00:00:00Z' },
  continueOrganizationBatch: {},
  operatorSwitchFeedbackSource: { is_enabled: false },
  rotateFeedbackSource: {},
  switchFeedbackSource: { is_enabled: false },
  shareSummary: {},
};

describe.each(setUps)('the interface for people under attack, %s', (setUpName) => {
  let service: TestService;
  let routes: Route[];
  let victim: Person;
  let attacker: Person;
  let program: TestAccount;

  beforeAll(async () => {
    service = await TestService.shared(setUpName, { SMTP_PROBE: 'off', DNS_SERVERS: '127.0.0.1:9' });
    routes = await readRoutes();
    victim = await Person.signUp(service, 'Victim');
    attacker = await Person.signUp(service, 'Attacker');
    program = await service.account();
  });

  async function readRoutes(): Promise<Route[]> {
    const { paths } = (await (await service.request('/openapi.json')).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    return Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, security = [] }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        security: security.flatMap((scheme) => Object.keys(scheme)),
      })),
    );
  }

  const forPeople = () => routes.filter(({ security }) => security.includes('session'));
  const changes = () =>
    routes.filter(({ id, method, security }) => method !== 'GET' && !security.includes('bearer') && id !== BY_SECRET);
  const fill = (path: string, ids: Record<string, number | string>) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));

  /** How a route answers with these ids, without the ids themselves. */
  async function answer(person: Person, { id, method, path }: Route, ids: Record<string, number | string>) {
    const { status, body } = await person.ask(method, fill(path, ids), BODIES[id]);
    const text = Object.values(ids).reduce<string>(
      (rest, value) => rest.replaceAll(new RegExp(`\\b${value}\\b`, 'g'), '#'),
      JSON.stringify(body),
    );
    return { id, status, text };
  }

  it('knows of every route what lets a caller in', () => {
    expect(forPeople().length).toBeGreaterThanOrEqual(30);
    const open = routes.filter(({ security }) => security.length === 0).map(({ id }) => id);
    expect(open.sort()).toEqual(OPEN_TO_ALL);
    expect(routes.filter(({ security }) => security.length > 1)).toEqual([]);
  });

  it('401 on every route for people without a session, with a made-up one, and with a token instead', async () => {
    for (const { id, method, path } of forPeople()) {
      const headers = [
        {},
        { Cookie: `session=${'x'.repeat(43)}` },
        { Cookie: 'session=' },
        { Authorization: `Bearer ${program.token}` },
      ];
      for (const header of headers) {
        const response = await service.request(fill(path, { organizationId: program.organizationId }), {
          method,
          headers: { 'X-CSRF': '1', ...header },
        });
        expect({ id, header, status: response.status, body: await response.json() }).toEqual({
          id,
          header,
          status: 401,
          body: { message: 'Unauthenticated.' },
        });
      }
    }
  });

  it('401 on every route for programs with a session instead of a token', async () => {
    const forPrograms = routes.filter(({ security }) => security.includes('bearer'));
    expect(forPrograms.length).toBeGreaterThanOrEqual(6);
    for (const { id, method, path } of forPrograms) {
      const { status } = await attacker.ask(method, fill(path, {}), undefined, {
        'X-CSRF': '1',
        'X-Organization-ID': String(attacker.organizationId),
      });
      expect({ id, status }).toEqual({ id, status: 401 });
    }
  });

  it('404 on every route under another organization, the same as under one that is not there', async () => {
    const inside = forPeople().filter(({ path }) => path.includes('{organizationId}'));
    expect(inside.length).toBeGreaterThanOrEqual(18);
    for (const route of inside) {
      const foreign = await answer(attacker, route, { organizationId: victim.organizationId });
      const missing = await answer(attacker, route, { organizationId: 999_999 });
      expect(foreign).toEqual({ ...missing, status: 404 });
    }
  });

  it('404 for what belongs to another, the same as for what is not there', async () => {
    const form = new FormData();
    form.set('name', 'secret list');
    form.set('file', new Blob(['email\na@nowhere.test\n']), 'list.csv');
    const inVictims = `/v1/organizations/${victim.organizationId}`;
    const batch = await victim.post<{ id: number }>(`${inVictims}/batches`, form);
    const invited = await victim.post<{ id: number }>(`${inVictims}/invitations`, {
      email: 'x@people.test',
      role: 'member',
    });
    const token = await victim.post<{ id: string }>('/v1/tokens', { name: 'x', permissions: ['credits:read'] });
    const source = await victim.post<{ id: number }>(`${inVictims}/feedback/sources`, { provider: 'ses', name: 'x' });
    const webhook = await victim.post<{ id: number }>(`${inVictims}/webhooks`, { url: 'https://example.org/hook' });
    const [session] = (await victim.get<{ id: number }[]>('/v1/sessions')).body;
    const foreign: Record<string, number | string> = {
      batchId: batch.body.id,
      invitationId: invited.body.id,
      accountId: victim.id,
      tokenId: token.body.id,
      sessionId: session?.id ?? 0,
      sourceId: source.body.id,
      webhookId: webhook.body.id,
      address: 'known@nowhere.test',
    };
    const missing: Record<string, number | string> = {
      ...Object.fromEntries(Object.keys(foreign).map((name) => [name, 999_999])),
      tokenId: '00000000-0000-4000-8000-000000000000',
      address: 'nobody@nowhere.test',
    };
    const withOwnIds = forPeople().filter(({ path }) => /\{(?!organizationId|secret)\w+\}/.test(path));
    expect(withOwnIds.length).toBeGreaterThanOrEqual(9);
    for (const route of withOwnIds) {
      const name = /\{(?!organizationId)(\w+)\}/.exec(route.path)?.[1] ?? '';
      const ids = (of: Record<string, number | string>) => ({
        organizationId: attacker.organizationId,
        [name]: of[name] ?? '',
      });
      const toForeign = await answer(attacker, route, ids(foreign));
      const status = route.id === ERASURE ? 204 : 404;
      expect(toForeign).toEqual({ ...(await answer(attacker, route, ids(missing))), status });
    }
    expect((await victim.get<object[]>('/v1/tokens')).body).toMatchObject([{ revoked_at: null }]);
    expect((await victim.get('/v1/session')).status).toBe(200);
  });

  it('400 for ids that are none', async () => {
    const own = `/v1/organizations/${attacker.organizationId}`;
    for (const id of ['abc', '0', '-1', '1e3', '01', '1.5', '%20']) {
      const asked = [`/v1/organizations/${id}`, `${own}/batches/${id}`];
      for (const path of asked)
        expect({ path, status: (await attacker.get(path)).status }).toEqual({ path, status: 400 });
      expect((await attacker.delete(`/v1/sessions/${id}`)).status).toBe(400);
    }
    expect((await attacker.get('/v1/organizations/99999999999999999999')).status).toBe(404);
  });

  it('403 for every change that another site asks for, and nothing changes', async () => {
    const { host } = new URL(service.url);
    const forgeries: Record<string, string>[] = [
      {},
      { 'X-CSRF': '0' },
      { 'X-CSRF': '1', Origin: 'https://evil.test' },
      { 'X-CSRF': '1', Origin: 'null' },
      { 'X-CSRF': '1', Origin: `http://${host}.evil.test` },
      { 'X-CSRF': '1', Origin: 'http://127.0.0.1:1' },
      { 'X-CSRF': '1', 'Sec-Fetch-Site': 'cross-site' },
      { 'X-CSRF': '1', 'Sec-Fetch-Site': 'same-site' },
      { 'X-CSRF': '1', 'Sec-Fetch-Site': 'none' },
      { Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' },
    ];
    expect(changes().length).toBeGreaterThanOrEqual(18);
    for (const { id, method, path } of changes()) {
      for (const headers of forgeries) {
        const target = fill(path, { organizationId: victim.organizationId, accountId: victim.id });
        const { status, body } = await victim.ask(method, target, {}, headers);
        expect({ id, headers, status, body }).toEqual({
          id,
          headers,
          status: 403,
          body: { error: 'Forbidden', message: expect.any(String) as string },
        });
      }
    }
    expect((await victim.get('/v1/session')).status).toBe(200);
  });

  it('takes changes of its own pages', async () => {
    const own = { 'X-CSRF': '1', Origin: service.url, 'Sec-Fetch-Site': 'same-origin' };
    expect((await victim.ask('PATCH', '/v1/account', { name: 'Victim' }, own)).status).toBe(200);
  });

  it('does not let another site sign a browser in', async () => {
    const body = { email: attacker.email, password: PASSWORD };
    const { status, headers } = await new Person(service).ask('POST', '/v1/session', body, {});
    expect({ status, cookies: headers.getSetCookie() }).toEqual({ status: 403, cookies: [] });
  });

  it('gives names back as JSON text, whatever they hold', async () => {
    const name = `"><script>alert(1)</script><img src=x onerror=alert(2)>'{{7*7}}\${7*7} £`;
    const person = await Person.signUp(service, name);
    const own = `/v1/organizations/${person.organizationId}`;
    const form = new FormData();
    form.set('name', name);
    form.set('file', new Blob(['email\na@nowhere.test\n']), 'list.csv');
    await person.patch('/v1/account', { name });
    await person.patch(own, { name });
    await person.post('/v1/tokens', { name, permissions: ['credits:read'] });
    await person.post(`${own}/batches`, form);
    const invited = await person.post<{ link: string }>(`${own}/invitations`, {
      email: `"<b>"@people.test`,
      role: 'member',
    });
    expect(invited.status).toBe(201);
    const pages: [string, unknown][] = [
      ['/v1/session', { account: { name }, organizations: [{ name }] }],
      [own, { name }],
      ['/v1/organizations', [{ name }]],
      [`${own}/members`, [{ name }]],
      ['/v1/tokens', [{ name }]],
      [`${own}/batches`, { batches: [{ name }] }],
      [`${own}/invitations`, [{ email: `"<b>"@people.test` }]],
      [`/v1/invitations/${invited.body.link.split('/').at(-1)}`, { organization_name: name }],
    ];
    for (const [path, expected] of pages) {
      const { body, headers } = await person.get(path);
      expect({ path, body }).toMatchObject({ path, body: expected });
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'|script-src 'self'(;|$)/);
    }
  });
});
