import { OPERATOR } from '../../src/audit/actor';
import { operatorRightOf } from '../../src/audit/operator-right';
import { TokensService } from '../../src/auth/tokens.service';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { CreditsService } from '../../src/credits/credits.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { PASSWORD, Person } from './person';

interface Entry {
  id: number;
  action: string;
  via: string;
  account_id: number | null;
  account_email: string | null;
  token_id: string | null;
  token_name: string | null;
  subject: string | null;
  member_name: string | null;
  details: Record<string, unknown>;
  created_at: string;
}
interface Page {
  entries: Entry[];
  next_before: number | null;
}

const DAY_MS = 86_400_000;

describe.each(setUps)('the audit log, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const request = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init);
  const signUp = (name?: string) => Person.signUp({ request }, name);
  const path = ({ organizationId }: Person, rest = '') => `/v1/organizations/${organizationId}${rest}`;
  const log = async (person: Person, query = '') => (await person.get<Page>(path(person, `/audit${query}`))).body;
  const actions = async (person: Person) => (await log(person)).entries.map(({ action }) => action);

  function form(name: string): FormData {
    const filled = new FormData();
    filled.set('name', name);
    filled.set('file', new Blob(['email\nvalid.1@a.test\n']), 'list.csv');
    return filled;
  }

  it('tells who did what to lists, by session and by token, and of a download once', async () => {
    const owner = await signUp('Olive');
    const { body: token } = await owner.post<{ id: string; token: string }>('/v1/tokens', {
      name: 'Import',
      permissions: ['validate:batch'],
    });
    const mine = await owner.post<{ id: number }>(path(owner, '/batches'), form('News of joe@example.org'));
    const programs = { organizationId: owner.organizationId, token: token.token };
    const sent = (await (await service.upload(programs, 'email\nvalid.2@a.test\n', 'By program')).json()) as {
      id: number;
    };
    for (const id of [mine.body.id, sent.id]) {
      await eventually('it is completed', async () => {
        const { body } = await owner.get<{ status: string }>(path(owner, `/batches/${id}`));
        return body.status === 'completed';
      });
    }
    for (let time = 0; time < 3; time += 1) {
      await owner.get(path(owner, `/batches/${mine.body.id}/download`));
      await (await service.request(programs, `/${sent.id}/download`)).text();
    }
    await owner.delete(path(owner, `/batches/${mine.body.id}`));
    // What is refused is not entered.
    expect((await owner.delete(path(owner, `/batches/${mine.body.id}`))).status).toBe(404);
    const bySession = { via: 'session', account_id: owner.id, account_email: owner.email, token_id: null };
    const byToken = { via: 'token', account_id: owner.id, token_id: token.id, token_name: 'Import' };
    const masked = { name: 'News of ***@example.org' };
    expect((await log(owner)).entries.reverse()).toMatchObject([
      { ...bySession, action: 'token_creation', subject: token.id, details: { name: 'Import' } },
      { ...bySession, action: 'batch_upload', subject: String(mine.body.id), details: { ...masked, rows: 1 } },
      { ...byToken, action: 'batch_upload', subject: String(sent.id) },
      { ...bySession, action: 'batch_download', subject: String(mine.body.id) },
      { ...byToken, action: 'batch_download', subject: String(sent.id) },
      { ...bySession, action: 'batch_deletion', subject: String(mine.body.id), details: masked },
    ]);
  });

  it('tells who came, went, and got which role; to owners and admins alone', async () => {
    const owner = await signUp();
    const guest = await (await signUp()).joins(owner, 'member');
    const other = await (await signUp()).joins(owner, 'member');
    expect((await guest.get(path(owner, '/audit'))).status).toBe(403);
    await owner.patch(path(owner, `/members/${guest.id}`), { role: 'admin' });
    expect((await guest.get(path(owner, '/audit'))).status).toBe(200);
    const invited = await owner.post<{ id: number }>(path(owner, '/invitations'), {
      email: 'never@people.test',
      role: 'member',
    });
    await owner.delete(path(owner, `/invitations/${invited.body.id}`));
    await owner.patch(path(owner), { name: 'Garden Tools' });
    await owner.delete(path(owner, `/members/${other.id}`));
    await guest.delete(path(owner, `/members/${guest.id}`));
    const { entries } = await log(owner);
    expect(entries.map(({ action, account_id, subject }) => [action, account_id, subject]).reverse()).toEqual([
      ['invitation', owner.id, expect.any(String)],
      ['invitation_acceptance', guest.id, expect.any(String)],
      ['invitation', owner.id, expect.any(String)],
      ['invitation_acceptance', other.id, expect.any(String)],
      ['role_change', owner.id, String(guest.id)],
      ['invitation', owner.id, String(invited.body.id)],
      ['invitation_withdrawal', owner.id, String(invited.body.id)],
      ['organization_renaming', owner.id, null],
      ['member_removal', owner.id, String(other.id)],
      ['leaving', guest.id, String(guest.id)],
    ]);
    expect(entries.find(({ action }) => action === 'role_change')?.details).toEqual({ role: 'admin' });
    // Of whom: a number tells nobody who was removed.
    expect(entries.flatMap(({ action, member_name }) => (member_name === null ? [] : [[action, member_name]]))).toEqual(
      [
        ['member_removal', other.email],
        ['role_change', guest.email],
      ],
    );
    const text = JSON.stringify(entries);
    expect(text).not.toContain('never@people.test');
    expect(entries[0]).toMatchObject({ account_email: guest.email });
  });

  it('tells what the operator did, and not who that is', async () => {
    const owner = await signUp();
    const credits = service.app.get(CreditsService, { strict: false });
    await credits.grant(owner.organizationId, 5, 'gift', operatorRightOf({ ...OPERATOR, accountId: owner.id }));
    await credits.setAllowance(owner.organizationId, 10);
    expect((await log(owner)).entries).toMatchObject([
      { action: 'credits_allowance', via: 'operator', account_id: null, account_email: null, details: { monthly: 10 } },
      { action: 'credits_grant', via: 'operator', account_id: null, details: { amount: 5, reason: 'gift' } },
    ]);
  });

  it('enters tokens in the log of each organization that they work for', async () => {
    const owner = await signUp();
    const second = (await owner.post<{ id: number }>('/v1/organizations', { name: 'Second' })).body.id;
    const wish = { permissions: ['credits:read'] };
    await owner.post('/v1/tokens', { ...wish, name: 'limited', organization_ids: [second] });
    const { body } = await owner.post<{ id: string }>('/v1/tokens', { ...wish, name: 'for all' });
    await owner.delete(`/v1/tokens/${body.id}`);
    await owner.delete(`/v1/tokens/${body.id}`);
    const change = { current_password: PASSWORD, new_password: 'another kettle harbour', revoke_tokens: true };
    expect((await owner.put('/v1/account/password', change)).status).toBe(204);
    const names = ({ entries }: Page) => entries.map(({ action, details }) => [action, details['name']]).reverse();
    expect(names(await log(owner))).toEqual([
      ['token_creation', 'for all'],
      ['token_revocation', 'for all'],
      ['token_revocation', undefined],
    ]);
    expect(names((await owner.get<Page>(`/v1/organizations/${second}/audit`)).body)).toEqual([
      ['organization_creation', 'Second'],
      ['token_creation', 'limited'],
      ['token_creation', 'for all'],
      ['token_revocation', 'for all'],
      ['token_revocation', undefined],
    ]);
    const own = (await owner.get<Page>('/v1/account/audit')).body.entries;
    expect(own.map(({ action }) => action)).toEqual(['password_change', 'sign_up']);
  });

  it('tells people what was done with their own account, and nobody else', async () => {
    const owner = await signUp();
    const again = new Person({ request });
    await again.post('/v1/session', { email: owner.email, password: 'not the password' });
    await again.post('/v1/session', { email: owner.email, password: PASSWORD });
    await again.delete('/v1/sessions');
    const other = await signUp();
    const read = async (person: Person) => (await person.get<Page>('/v1/account/audit')).body.entries;
    expect((await read(other)).map(({ action }) => action)).toEqual(['sign_up']);
    await again.post('/v1/session', { email: owner.email, password: PASSWORD });
    expect((await read(again)).map(({ action }) => action)).toEqual([
      'sign_in',
      'sign_out_everywhere',
      'sign_in',
      'sign_up',
    ]);
  });

  it('comes by pages', async () => {
    const owner = await signUp();
    for (let time = 0; time < 5; time += 1) await owner.patch(path(owner), { name: `Name ${time}` });
    const first = await log(owner, '?limit=3');
    expect(first.entries.map(({ details }) => details['name'])).toEqual(['Name 4', 'Name 3', 'Name 2']);
    const second = await log(owner, `?limit=3&before=${first.next_before}`);
    expect(second.entries.map(({ details }) => details['name'])).toEqual(['Name 1', 'Name 0']);
    expect(second.next_before).toBeNull();
  });

  it('comes of some kinds only, and of one member and his tokens, by pages and as a file', async () => {
    const owner = await signUp('=Olive');
    const guest = await (await signUp('Gus')).joins(owner, 'admin');
    const wish = { name: 'Import, "old"', permissions: ['validate:batch'], organization_ids: [owner.organizationId] };
    const { body: token } = await guest.post<{ token: string }>('/v1/tokens', wish);
    const sent = await service.request(
      token,
      '',
      { method: 'POST', body: form('By program') },
      { 'X-Organization-ID': String(owner.organizationId) },
    );
    expect(sent.status).toBe(201);
    await owner.patch(path(owner), { name: 'Garden Tools' });
    // What the operator does stands under nobody's name, though the operator is a member.
    const credits = service.app.get(CreditsService, { strict: false });
    await credits.grant(owner.organizationId, 5, 'gift', operatorRightOf({ ...OPERATOR, accountId: guest.id }));
    const found = async (query: string) => (await log(owner, query)).entries.map(({ action }) => action);
    expect(await found('?kind=members')).toEqual(['invitation_acceptance', 'invitation']);
    expect(await found('?kind=lists,tokens')).toEqual(['batch_upload', 'token_creation']);
    expect(await found('?kind=organization&account_id=')).toEqual(['credits_grant', 'organization_renaming']);
    const his = ['batch_upload', 'token_creation', 'invitation_acceptance'];
    expect(await found(`?account_id=${guest.id}`)).toEqual(his);
    expect(await found(`?account_id=${guest.id}&kind=members`)).toEqual(['invitation_acceptance']);
    expect(await found('?account_id=999999')).toEqual([]);
    const first = await log(owner, `?account_id=${guest.id}&limit=2`);
    expect(first.entries.map(({ action }) => action)).toEqual(his.slice(0, 2));
    expect(await found(`?account_id=${guest.id}&limit=2&before=${first.next_before}`)).toEqual(his.slice(2));
    for (const wrong of [
      '?kind=accounts',
      '?kind=lists,',
      '?account_id=x',
      '?account_id=0',
      '?account_id=1&account_id=2',
    ])
      expect([wrong, (await owner.get(path(owner, `/audit${wrong}`))).status]).toEqual([wrong, 400]);

    const file = async (person: Person, query = '') => {
      const response = await request(path(owner, `/audit.csv${query}`), { headers: { Cookie: person.cookie } });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const all = await file(owner);
    expect(all.headers.get('content-disposition')).toContain('audit.csv');
    const lines = all.text.split('\r\n');
    expect(lines[0]).toBe('date,action,via,by,name,token,subject,details,member');
    expect(lines).toHaveLength(8);
    // `text()` drops the byte order mark. Safe for spreadsheets, and the operator has no name.
    expect(lines[1]).toMatch(/^2[^,]+,credits_grant,operator,,,,,"{""amount"":5,""reason"":""gift""}",$/);
    expect(lines[2]).toContain(`,organization_renaming,session,${owner.email},'=Olive,`);
    expect(lines[3]).toContain(`,batch_upload,token,${guest.email},Gus,"Import, ""old""",`);
    expect((await file(owner, `?kind=members&account_id=${guest.id}`)).text.split('\r\n')).toHaveLength(3);
    expect((await file(owner, '?kind=nothing')).status).toBe(400);
    expect((await file(await (await signUp()).joins(owner, 'member'))).status).toBe(403);
    expect((await file(await signUp())).status).toBe(404);
  });

  it('is kept for as long as the setting says, and goes with its organization', async () => {
    const owner = await signUp();
    const leaving = await signUp();
    await owner.patch(path(owner), { name: 'Old' });
    await leaving.patch(path(leaving), { name: 'Gone' });
    const { organizationId } = leaving;
    expect((await leaving.delete(path(leaving), { name: 'Gone' })).status).toBe(204);
    const left = () =>
      service.database.query('SELECT id FROM audit_entries WHERE organization_id = ?', [organizationId]);
    await eventually('its entries are gone', async () => (await left()).length === 0);
    const own = (await leaving.get<Page>('/v1/account/audit')).body.entries;
    expect(own[0]).toMatchObject({ action: 'organization_deletion', subject: String(organizationId) });
    service.clock.forward(364 * DAY_MS);
    await service.app.get(MaintenanceService, { strict: false }).sweep();
    const count = async () =>
      (await service.database.query('SELECT id FROM audit_entries WHERE organization_id = ?', [owner.organizationId]))
        .length;
    expect(await count()).toBe(1);
    service.clock.forward(2 * DAY_MS);
    await service.app.get(MaintenanceService, { strict: false }).sweep();
    expect(await count()).toBe(0);
    service.clock.forward(-366 * DAY_MS);
  });

  it('lets nobody read a download less when it takes no entry', async () => {
    const customer = await service.customer();
    const id = await service.create(customer, ['valid.1@a.test']);
    await service.completed(customer, id);
    await service.database.execute('ALTER TABLE audit_entries RENAME TO audit_away');
    try {
      const response = await service.request(customer, `/${id}/download`);
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('valid.1@a.test')]);
      // A deed whose entry can't be written is not done.
      const tokens = service.app.get(TokensService);
      const count = () => service.database.query('SELECT id FROM tokens');
      const before = (await count()).length;
      const wish = { accountId: 1, name: 'x', permissions: ['credits:read' as const], lifetimeMs: null };
      await expect(tokens.create(wish)).rejects.toThrow();
      expect(await count()).toHaveLength(before);
    } finally {
      await service.database.execute('ALTER TABLE audit_away RENAME TO audit_entries');
    }
    expect(await actions(await signUp())).toEqual([]);
  });
});
