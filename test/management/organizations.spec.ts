import { TestService } from '../support/service';
import { setUps } from '../support/set-ups';
import { Person } from './person';

interface Organization {
  id: number;
  name: string;
  role: string;
  balance: number;
  member_count: number;
}
interface Invitation {
  id: number;
  email: string;
  link: string;
}

describe.each(setUps)('organizations and their members, %s', (setUpName) => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.shared(setUpName, { SMTP_PROBE: 'off', DNS_SERVERS: '127.0.0.1:9' });
  });

  const path = ({ organizationId }: Person, rest = '') => `/v1/organizations/${organizationId}${rest}`;
  const secretOf = ({ link }: Invitation) => link.split('/').at(-1) ?? '';

  it('are made without credits, renamed, and listed with the role in them', async () => {
    const owner = await Person.signUp(service, 'First');
    const made = await owner.post<Organization>('/v1/organizations', { name: '  Second  ' });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Second', role: 'owner', balance: 0, member_count: 1 },
    });
    const renamed = await owner.patch<Organization>(`/v1/organizations/${made.body.id}`, { name: 'Third' });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Third' } });
    const { body } = await owner.get('/v1/organizations');
    expect(body).toEqual([
      {
        id: owner.organizationId,
        name: "First's organization",
        role: 'owner',
        is_default: true,
        balance: 100,
        needs_two_factor: false,
      },
      { id: made.body.id, name: 'Third', role: 'owner', is_default: false, balance: 0, needs_two_factor: false },
    ]);
  });

  it('take whom they invite: by the link, with the invited address, once', async () => {
    const owner = await Person.signUp(service, 'Garden Tools');
    const guest = await Person.signUp(service);
    const stranger = await Person.signUp(service);
    const { status, body } = await owner.post<Invitation>(path(owner, '/invitations'), {
      email: guest.email.toUpperCase(),
      role: 'admin',
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number) as number,
        email: guest.email,
        role: 'admin',
        created_at: expect.any(String) as string,
        expires_at: expect.any(String) as string,
        link: expect.stringMatching(/^\/dashboard\/#\/invitation\/[\w-]{43}$/) as string,
      },
    });
    const link = `/v1/invitations/${secretOf(body)}`;
    expect((await new Person(service).get(link)).body).toEqual({
      organization_name: "Garden Tools's organization",
      role: 'admin',
      email: guest.email,
    });
    const listed = await owner.get<object[]>(path(owner, '/invitations'));
    expect(JSON.stringify(listed.body)).not.toContain(secretOf(body));
    expect(listed.body).toHaveLength(1);
    expect(await stranger.post(link)).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
    expect(await guest.post(link)).toMatchObject({
      status: 200,
      body: { id: owner.organizationId, role: 'admin', is_default: false },
    });
    expect((await guest.post(link)).status).toBe(404);
    expect((await owner.get<object[]>(path(owner, '/members'))).body).toMatchObject([
      { account_id: owner.id, role: 'owner' },
      { account_id: guest.id, role: 'admin', email: guest.email },
    ]);
    const again = await owner.post(path(owner, '/invitations'), { email: guest.email, role: 'member' });
    expect(again).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } });
  });

  it('close invitations that are withdrawn, replaced or older than 7 days, all alike', async () => {
    const owner = await Person.signUp(service);
    const guest = await Person.signUp(service);
    const invite = async (email: string) =>
      (await owner.post<Invitation>(path(owner, '/invitations'), { email, role: 'member' })).body;
    const replaced = await invite(guest.email);
    const withdrawn = await invite(guest.email);
    expect((await owner.delete(path(owner, `/invitations/${withdrawn.id}`))).status).toBe(204);
    const expired = await invite('late@people.test');
    await service.database.execute('UPDATE invitations SET expires_at = ? WHERE id = ?', [Date.now() - 1, expired.id]);
    const answers = await Promise.all(
      [secretOf(replaced), secretOf(withdrawn), secretOf(expired), 'never-was'].map(async (secret) => {
        const { status, body } = await guest.get(`/v1/invitations/${secret}`);
        return { status, body };
      }),
    );
    expect(answers[0]).toMatchObject({ status: 404, body: { message: expect.any(String) as string } });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await owner.get(path(owner, '/invitations'))).body).toEqual([]);
  });

  it('let owners do all, admins most, members little', async () => {
    const owner = await Person.signUp(service);
    const admin = await (await Person.signUp(service)).joins(owner, 'admin');
    const member = await (await Person.signUp(service)).joins(owner, 'member');
    const other = await (await Person.signUp(service)).joins(owner, 'member');
    const statusOf = async (person: Person, method: string, rest: string, body?: unknown) =>
      (await person.ask(method, path(owner, rest), body)).status;
    const changes: [string, string, unknown, member: number, admin: number][] = [
      ['PATCH', '', { name: 'New name' }, 403, 200],
      ['DELETE', '', { name: 'New name' }, 403, 403],
      ['GET', '/invitations', undefined, 403, 200],
      ['POST', '/invitations', { email: 'new@people.test', role: 'member' }, 403, 201],
      ['POST', '/invitations', { email: 'boss@people.test', role: 'owner' }, 403, 403],
      ['POST', '/invitations', { email: 'boss@people.test', role: 'admin' }, 403, 403],
      ['PATCH', `/members/${other.id}`, { role: 'admin' }, 403, 403],
      ['PATCH', `/members/${owner.id}`, { role: 'member' }, 403, 403],
      ['PATCH', `/members/${other.id}`, { role: 'member' }, 403, 200],
      ['DELETE', `/members/${owner.id}`, undefined, 403, 403],
      ['DELETE', `/members/${other.id}`, undefined, 403, 204],
      ['GET', '/members', undefined, 200, 200],
      ['GET', '/credits', undefined, 200, 200],
      ['GET', '/batches', undefined, 200, 200],
    ];
    const seen: unknown[] = [];
    for (const [method, rest, body] of changes) {
      const asMember = await statusOf(member, method, rest, body);
      seen.push([method, rest, body, asMember, await statusOf(admin, method, rest, body)]);
    }
    expect(seen).toEqual(changes);
    expect(await statusOf(owner, 'PATCH', `/members/${member.id}`, { role: 'owner' })).toBe(200);
    expect((await member.get<Organization>(path(owner))).body.role).toBe('owner');
  });

  it('always keep an owner, also when two demote each other at once', async () => {
    const owner = await Person.signUp(service);
    const alone = await owner.patch(path(owner, `/members/${owner.id}`), { role: 'member' });
    expect(alone).toMatchObject({ status: 422, body: { errors: { role: [expect.any(String)] } } });
    expect((await owner.delete(path(owner, `/members/${owner.id}`))).status).toBe(422);
    const second = await (await Person.signUp(service)).joins(owner, 'owner');
    const race = await Promise.all([
      owner.patch(path(owner, `/members/${second.id}`), { role: 'member' }),
      second.patch(path(owner, `/members/${owner.id}`), { role: 'member' }),
    ]);
    expect(race.filter(({ status }) => status === 200)).toHaveLength(1);
    const { body } = await owner.get<{ role: string }[]>(path(owner, '/members'));
    expect(body.filter(({ role }) => role === 'owner')).toHaveLength(1);
  });

  it('are gone for those who left or were removed, and for their tokens', async () => {
    const owner = await Person.signUp(service);
    const guest = await (await Person.signUp(service)).joins(owner, 'member');
    await guest.patch('/v1/account', { default_organization_id: owner.organizationId });
    const { token } = await service.token(guest.id);
    const ask = () => service.request('/v1/credits/balance', { token, organization: owner.organizationId });
    expect((await ask()).status).toBe(200);
    expect((await guest.delete(path(owner, `/members/${guest.id}`))).status).toBe(204);
    expect((await ask()).status).toBe(403);
    expect((await guest.get(path(owner))).status).toBe(404);
    expect((await guest.get('/v1/session')).body).toMatchObject({ account: { default_organization_id: null } });
  });

  it('are deleted with all their data, by an owner who repeats the name', async () => {
    const owner = await Person.signUp(service, 'To be deleted');
    const guest = await (await Person.signUp(service)).joins(owner, 'member');
    await owner.post(path(owner, '/invitations'), { email: 'waiting@people.test', role: 'member' });
    await owner.post('/v1/tokens', {
      name: 'limited',
      permissions: ['credits:read'],
      organization_ids: [owner.organizationId],
    });
    await owner.post(path(owner, '/check'), { email: 'someone@nowhere.test' });
    const form = new FormData();
    form.set('name', 'a list');
    form.set('file', new Blob(['email\na@nowhere.test\nb@nowhere.test\n']), 'list.csv');
    expect((await owner.post(path(owner, '/batches'), form)).status).toBe(201);
    const tables = {
      invitations: 1,
      token_organizations: 1,
      memberships: 2,
      credit_entries: expect.any(Number) as number,
      batches: 1,
    };
    const count = async (table: string): Promise<number> => {
      const [row] = await service.database.query<{ n: number }>(
        `SELECT COUNT(*) AS n FROM ${table} WHERE organization_id = ?`,
        [owner.organizationId],
      );
      return row?.n ?? 0;
    };
    for (const [table, expected] of Object.entries(tables))
      expect({ table, n: await count(table) }).toEqual({ table, n: expected });
    expect((await owner.delete(path(owner), { name: 'something else' })).status).toBe(422);
    expect((await owner.delete(path(owner), { name: "To be deleted's organization" })).status).toBe(204);
    for (const table of [...Object.keys(tables), 'cached_verdicts', 'usage_days', 'usage_actors', 'check_entries']) {
      expect({ table, n: await count(table) }).toEqual({ table, n: 0 });
    }
    const left = await service.database.query(
      'SELECT 1 FROM batch_chunks WHERE batch_id NOT IN (SELECT id FROM batches)',
    );
    expect(left).toEqual([]);
    for (const person of [owner, guest]) expect((await person.get(path(owner))).status).toBe(404);
    expect((await owner.get('/v1/organizations')).body).toEqual([]);
  });
});
