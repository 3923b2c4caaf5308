import { TokenRights } from '../../src/auth/token-rights';
import { hashOfSecret } from '../../src/common/secrets';
import { MemberRights } from '../../src/management/member-rights';
import { AccountStatusService } from '../../src/sessions/account-status.service';
import { BatchesService } from '../../src/batches/batches.service';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { CreditsService } from '../../src/credits/credits.service';
import { ServiceSettings } from '../../src/settings/service-settings';
import { OperatorRights } from '../../src/operator/operator-rights';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { PASSWORD, Person } from '../management/person';
import { eventually } from '../support/eventually';
import { makeSetUp, oneSetUp, type SetUp } from '../support/set-ups';
import { signUpOperator } from './operator';

interface Account {
  id: number;
  email: string;
  disabled_at: string | null;
  is_operator: boolean;
  organization_count: number;
}
interface Accounts {
  accounts: Account[];
  next_before: number | null;
}
interface Organizations {
  organizations: { id: number; name: string; balance: number; monthly_allowance: number; member_count: number }[];
  next_before: number | null;
}
interface Entries {
  entries: Record<string, unknown>[];
}

const HOUR_MS = 3_600_000;

describe.each([oneSetUp])('the interface for operators, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let operator: Person;
  const engine = new ScriptedEngine();
  // What is greylisted stays at work.
  engine.greylistSeconds = 3600;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start({ ...setUp.env, SIGN_UPS_PER_HOUR: '1000' }, engine);
    operator = await signUpOperator(service.app, { request });
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const request = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init);
  const signUp = (name?: string) => Person.signUp({ request }, name);
  const audit = async () => (await operator.get<Entries>('/v1/operator/audit')).body.entries;
  const balanceOf = ({ organizationId }: Person) => service.balance(organizationId);

  async function token(of: Person): Promise<string> {
    const wish = { name: 'program', permissions: ['credits:read', 'validate:batch'] };
    return (await of.post<{ token: string }>('/v1/tokens', wish)).body.token;
  }
  const asProgram = async (bearer: string) =>
    (await request('/v1/credits/balance', { headers: { Authorization: `Bearer ${bearer}` } })).status;

  /** Each route of the console, with a body that it would take. */
  const routes = (account: Person, batchId = 1): [method: string, path: string, body?: unknown][] => [
    ['GET', '/v1/operator/accounts'],
    ['GET', `/v1/operator/accounts/${account.id}`],
    ['POST', `/v1/operator/accounts/${account.id}/disable`],
    ['POST', `/v1/operator/accounts/${account.id}/enable`],
    ['POST', `/v1/operator/accounts/${account.id}/reset-link`],
    ['GET', '/v1/operator/organizations'],
    ['GET', `/v1/operator/organizations/${account.organizationId}`],
    ['POST', `/v1/operator/organizations/${account.organizationId}/grants`, { amount: 5 }],
    ['PUT', `/v1/operator/organizations/${account.organizationId}/allowance`, { monthly: 5 }],
    ['GET', '/v1/operator/settings'],
    ['PATCH', '/v1/operator/settings', { sign_up: 'off' }],
    ['GET', '/v1/operator/health'],
    ['GET', '/v1/operator/audit'],
    ['GET', `/v1/operator/organizations/${account.organizationId}/feedback/sources`],
    ['PATCH', '/v1/operator/feedback-sources/1', { is_enabled: false }],
    ['GET', '/v1/operator/batches'],
    ['POST', `/v1/operator/batches/${batchId}/cancel`],
  ];

  it('is not there for anybody else, be they owners, nor for tokens of operators', async () => {
    const owner = await signUp();
    const bearer = await token(operator);
    for (const [method, path, body] of routes(owner)) {
      const { status, body: said } = await owner.ask(method, path, body);
      expect({ method, path, status, said }).toEqual({
        method,
        path,
        status: 404,
        said: { message: `There is no ${method} ${path} here.` },
      });
      const byToken = await request(path, { method, headers: { Authorization: `Bearer ${bearer}`, 'X-CSRF': '1' } });
      expect({ path, status: byToken.status }).toEqual({ path, status: 401 });
    }
    expect(await balanceOf(owner)).toBe(100);
    expect((await owner.get<{ account: object }>('/v1/session')).body.account).toMatchObject({ is_operator: false });
    expect((await operator.get<{ account: object }>('/v1/session')).body.account).toMatchObject({ is_operator: true });
  });

  it('knows each of its routes in the document', async () => {
    const { paths } = (await (await request('/openapi.json', {})).json()) as { paths: Record<string, object> };
    const documented = Object.entries(paths)
      .filter(([path]) => path.startsWith('/v1/operator/'))
      .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`));
    expect(documented).toHaveLength(routes(operator).length);
  });

  it('finds accounts and organizations by what they are called, by id, and by pages', async () => {
    const jane = await signUp('Jane 100%_sure');
    const joe = await signUp('Joe Doe');
    const find = async <Page>(path: string) => (await operator.get<Page>(`/v1/operator/${path}`)).body;
    const ids = ({ accounts }: Accounts) => accounts.map(({ id }) => id);
    expect(ids(await find('accounts?search=100%25_SURE'))).toEqual([jane.id]);
    expect(ids(await find(`accounts?search=${joe.email.toUpperCase()}`))).toEqual([joe.id]);
    expect(ids(await find(`accounts?search=${jane.id}`))).toContain(jane.id);
    expect(ids(await find('accounts?search=%25%25%25'))).toEqual([]);
    const first = await find<Accounts>('accounts?limit=1');
    expect(ids(first)).toEqual([joe.id]);
    expect(ids(await find(`accounts?limit=1&before=${first.next_before}`))).toEqual([jane.id]);
    const organizations = await find<Organizations>('organizations?search=joe');
    expect(organizations).toMatchObject({
      organizations: [
        { id: joe.organizationId, name: "Joe Doe's organization", balance: 100, monthly_allowance: 0, member_count: 1 },
      ],
      next_before: null,
    });
    expect(await find(`accounts/${joe.id}`)).toMatchObject({
      email: joe.email,
      has_password: true,
      is_operator: false,
      disabled_at: null,
      organizations: [{ id: joe.organizationId, role: 'owner', balance: 100 }],
      token_count: 0,
    });
    expect(await find(`organizations/${joe.organizationId}`)).toMatchObject({ members: [{ email: joe.email }] });
    expect((await operator.get('/v1/operator/accounts/999999')).status).toBe(404);
    expect((await operator.get('/v1/operator/organizations/999999')).status).toBe(404);
  });

  it('switches an account off, so that nothing of it works, and on again', async () => {
    const owner = await signUp();
    const bearer = await token(owner);
    expect(await asProgram(bearer)).toBe(200);
    const off = await operator.post<Account>(`/v1/operator/accounts/${owner.id}/disable`);
    expect(off).toMatchObject({ status: 200, body: { disabled_at: expect.any(String) as string } });
    expect((await operator.post(`/v1/operator/accounts/${owner.id}/disable`)).status).toBe(200);
    expect(await asProgram(bearer)).toBe(401);
    expect((await owner.get('/v1/session')).status).toBe(401);
    const again = new Person({ request });
    const refused = await again.post('/v1/session', { email: owner.email, password: PASSWORD });
    expect(refused).toMatchObject({ status: 403, body: { error: 'Account switched off' } });
    // Who does not know the password learns nothing.
    expect((await again.post('/v1/session', { email: owner.email, password: 'something else' })).status).toBe(401);
    await operator.post(`/v1/operator/accounts/${owner.id}/enable`);
    expect(await asProgram(bearer)).toBe(200);
    expect((await again.post('/v1/session', { email: owner.email, password: PASSWORD })).status).toBe(200);
    expect((await audit()).filter(({ subject }) => subject === String(owner.id)).slice(0, 2)).toMatchObject([
      { action: 'account_enabling', via: 'operator', account_id: operator.id, account_email: operator.email },
      { action: 'account_disabling', via: 'operator', account_id: operator.id, organization_id: null },
    ]);
  });

  it('takes nothing in from an account that was switched off, though a session of it is there', async () => {
    const owner = await signUp();
    const { organizationId } = owner;
    const wish = { name: 'program', permissions: ['credits:read'] };
    const { body: made } = await owner.post<{ id: string }>('/v1/tokens', wish);
    await operator.post(`/v1/operator/accounts/${owner.id}/disable`);
    // What a sign-in makes that was under way when all sessions ended.
    const now = Date.now();
    await service.database.execute(
      `INSERT INTO sessions (secret_hash, account_id, client, created_at, last_seen_at, expires_at, authenticated_at)
        VALUES (?, ?, 'late', ?, ?, ?, ?)`,
      [hashOfSecret(owner.cookie.replace('session=', '')), owner.id, now, now, now + HOUR_MS, now],
    );
    const [late] = await service.database.query<{ id: number }>("SELECT id FROM sessions WHERE client = 'late'");
    const rights = [
      service.app
        .get(MemberRights, { strict: false })
        .of({ id: late?.id ?? 0, accountId: owner.id, authenticatedAt: now }, organizationId),
      service.app
        .get(TokenRights, { strict: false })
        .of({ tokenId: made.id, accountId: owner.id, organizationId, permissions: new Set(), isTest: false }),
    ];
    expect((await owner.get('/v1/session')).status).toBe(401);
    for (const right of rights) await expect(right.require()).rejects.toThrow('Unauthenticated');
    await operator.post(`/v1/operator/accounts/${owner.id}/enable`);
    expect((await owner.get('/v1/session')).status).toBe(200);
    for (const right of rights) await expect(right.require()).resolves.toBeUndefined();
  });

  it('makes a link for a forgotten password, to pass on', async () => {
    const owner = await signUp();
    const made = await operator.post<{ link: string }>(`/v1/operator/accounts/${owner.id}/reset-link`);
    expect(made).toMatchObject({ status: 201, body: { expires_at: expect.any(String) as string } });
    expect(made.body.link).toMatch(/#\/reset\/[\w-]{43}$/);
    expect((await operator.post('/v1/operator/accounts/999999/reset-link')).status).toBe(404);
    expect((await audit())[0]).toMatchObject({
      action: 'reset_link',
      subject: String(owner.id),
      account_id: operator.id,
    });
    expect((await operator.post(`/v1/operator/accounts/${operator.id}/reset-link`)).status).toBe(422);
  });

  it('leaves operators to the command line', async () => {
    const other = await signUpOperator(service.app, { request });
    for (const { id } of [operator, other]) {
      const refused = await operator.post<{ message: string }>(`/v1/operator/accounts/${id}/disable`);
      expect(refused).toMatchObject({
        status: 422,
        body: { message: expect.stringMatching(/command line/) as string },
      });
    }
    const standing = service.app.get(AccountStatusService, { strict: false });
    await standing.setOperator(other.id, false);
    expect((await other.get('/v1/operator/accounts')).status).toBe(404);
    await standing.disable(other.id);
    await expect(standing.setOperator(other.id, true)).rejects.toThrow(/switched off/);
  });

  it('gives credits and allowances, which their organization sees without the name of who did it', async () => {
    const owner = await signUp();
    const path = `/v1/operator/organizations/${owner.organizationId}`;
    expect(await operator.post(`${path}/grants`, { amount: 50, reason: 'Invoice 7' })).toMatchObject({
      status: 200,
      body: { balance: 150 },
    });
    expect((await operator.put(`${path}/allowance`, { monthly: 1000 })).body).toMatchObject({
      balance: 1150,
      monthly_allowance: 1000,
      monthly_allowance_used: 0,
    });
    expect(await balanceOf(owner)).toBe(1150);
    for (const amount of [0, -1, 1.5, '5', null, 1e10]) {
      expect((await operator.post(`${path}/grants`, { amount })).status).toBe(422);
    }
    expect((await operator.put(`${path}/allowance`, { monthly: -1 })).status).toBe(422);
    expect((await operator.post('/v1/operator/organizations/999999/grants', { amount: 1 })).status).toBe(404);
    const seen = await owner.get<Entries>(`/v1/organizations/${owner.organizationId}/audit`);
    expect(seen.body.entries).toMatchObject([
      { action: 'credits_allowance', via: 'operator', account_id: null, account_email: null },
      { action: 'credits_grant', via: 'operator', account_id: null, details: { amount: 50, reason: 'Invoice 7' } },
    ]);
  });

  it('asks in each write whether its right still holds', async () => {
    const owner = await signUp();
    const fallen = await signUpOperator(service.app, { request });
    const [session] = await service.database.query<{ id: number }>('SELECT id FROM sessions WHERE account_id = ?', [
      fallen.id,
    ]);
    const rights = service.app.get(OperatorRights, { strict: false });
    const right = rights.of({ id: session?.id ?? 0, accountId: fallen.id, authenticatedAt: Date.now() });
    await service.app.get(AccountStatusService, { strict: false }).setOperator(fallen.id, false);
    const customer = await service.customer();
    const batchId = await service.create(customer, ['grey.1@a.test']);
    const writes: Promise<unknown>[] = [
      service.app.get(CreditsService, { strict: false }).grant(owner.organizationId, 5, null, right),
      service.app.get(CreditsService, { strict: false }).setAllowance(owner.organizationId, 5, right),
      service.app.get(AccountStatusService, { strict: false }).disable(owner.id, right),
      service.app.get(AccountStatusService, { strict: false }).enable(owner.id, right),
      service.app.get(ServiceSettings, { strict: false }).change({ signUp: 'off' }, right),
      service.app.get(BatchesService, { strict: false }).cancel(customer.organizationId, String(batchId), right),
    ];
    for (const write of writes) await expect(write).rejects.toThrow('Not Found');
    expect(await balanceOf(owner)).toBe(100);
    expect((await owner.get('/v1/session')).status).toBe(200);
    expect((await operator.get('/v1/operator/settings')).body).toMatchObject({ sign_up: 'open' });
    await fallen.delete('/v1/session');
    await expect(
      service.app.get(CreditsService, { strict: false }).grant(owner.organizationId, 5, null, right),
    ).rejects.toThrow('Unauthenticated');
  });

  it('wants the password once more for every change', async () => {
    const owner = await signUp();
    await service.database.execute('UPDATE sessions SET authenticated_at = 0 WHERE account_id = ?', [operator.id]);
    try {
      for (const [method, path, body] of routes(owner).filter(([asked]) => asked !== 'GET')) {
        expect({ path, ...(await operator.ask(method, path, body)) }).toMatchObject({
          path,
          status: 403,
          body: { error: 'Password needed' },
        });
      }
    } finally {
      await operator.post('/v1/session/password', { password: PASSWORD });
    }
    expect(await balanceOf(owner)).toBe(100);
  });

  it('opens and closes sign-up and says what new accounts get, in place of the environment, until it is told not to', async () => {
    const change = (body: object) => operator.patch('/v1/operator/settings', body);
    expect((await operator.get('/v1/operator/settings')).body).toEqual({
      sign_up: 'open',
      sign_up_environment: 'open',
      is_sign_up_stored: false,
      free_credits: 100,
      free_credits_environment: 100,
      are_free_credits_stored: false,
    });
    expect((await change({ free_credits: 7 })).body).toMatchObject({ free_credits: 7, are_free_credits_stored: true });
    expect(await balanceOf(await signUp())).toBe(7);
    const host = await signUp();
    await change({ sign_up: 'off' });
    await expect(signUp()).rejects.toThrow(/403/);
    await change({ sign_up: 'invited', free_credits: null });
    await expect(signUp()).rejects.toThrow(/403/);
    const guest = new Person({ request });
    const { body } = await host.post<{ link: string }>(`/v1/organizations/${host.organizationId}/invitations`, {
      email: guest.email,
      role: 'member',
    });
    const invitation = body.link.split('/').at(-1);
    expect((await guest.post('/v1/account', { email: guest.email, password: PASSWORD, invitation })).status).toBe(201);
    expect((await change({ sign_up: null })).body).toMatchObject({ sign_up: 'open', is_sign_up_stored: false });
    expect(await balanceOf(await signUp())).toBe(100);
    for (const wrong of [{ sign_up: 'closed' }, { free_credits: -1 }, { free_credits: '7' }, { other: 1 }]) {
      expect((await change(wrong)).status).toBe(422);
    }
    const entries = (await audit()).filter(({ action }) => action === 'settings_change');
    expect(entries.map(({ details }) => details)).toEqual([
      { sign_up: null },
      { sign_up: 'invited', free_credits: null },
      { sign_up: 'off' },
      { free_credits: 7 },
    ]);
  });

  it('shows what is at work without what is in it, and cancels it', async () => {
    const customer = await service.customer();
    const list = 'email\ngrey.1@secret-list.test\ngrey.2@secret-list.test\n';
    const { id } = (await (await service.upload(customer, list, 'For ann@a.test')).json()) as { id: number };
    const { body } = await operator.get<{ batches: Record<string, unknown>[] }>('/v1/operator/batches');
    expect(body.batches.find((batch) => batch['id'] === id)).toMatchObject({
      organization_id: customer.organizationId,
      name: 'For ***@a.test',
      total_count: 2,
    });
    expect(JSON.stringify(body)).not.toContain('secret-list.test');
    expect((await operator.get('/v1/operator/health')).body).toMatchObject({
      open_batches: expect.any(Number) as number,
    });
    expect((await operator.post(`/v1/operator/batches/${id}/cancel`)).status).toBe(204);
    expect((await operator.post(`/v1/operator/batches/${id}/cancel`)).status).toBe(204);
    const after = await operator.get<{ batches: { id: number }[] }>('/v1/operator/batches');
    expect(after.body.batches.map((batch) => batch.id)).not.toContain(id);
    expect(await service.balance(customer.organizationId)).toBe(100_000);
    expect((await operator.post('/v1/operator/batches/999999/cancel')).status).toBe(404);
    expect((await audit()).find(({ action }) => action === 'batch_cancellation')).toMatchObject({
      subject: String(id),
      account_id: operator.id,
      organization_id: customer.organizationId,
    });
  });

  it('says how the service is', async () => {
    await eventually('maintenance has run', async () => {
      await service.app.get(MaintenanceService, { strict: false }).sweep();
      const { body } = await operator.get<{ maintained_at: string | null }>('/v1/operator/health');
      return body.maintained_at !== null;
    });
    expect((await operator.get('/v1/operator/health')).body).toMatchObject({
      is_ready: true,
      parts: { database: 'up' },
      is_dns_down: false,
      is_probing: true,
      egress_fault: null,
      refusals: [],
      waiting_jobs: expect.any(Number) as number,
      open_rows: expect.any(Number) as number,
    });
  });
});
