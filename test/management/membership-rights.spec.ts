import { TestService } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { PASSWORD, Person } from './person';

const HOUR_MS = 3_600_000;

describe.each(setUps)('what people may do ends with the right to do it, %s', (setUpName) => {
  let setUp: SetUp;
  let service: TestService;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await TestService.start(setUp, { SMTP_PROBE: 'off', DNS_SERVERS: '127.0.0.1:9' });
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const path = ({ organizationId }: Person, rest = '') => `/v1/organizations/${organizationId}${rest}`;

  async function invite(inviter: Person, host: Person, email: string, role: string): Promise<string> {
    const { status, body } = await inviter.post<{ link: string }>(path(host, '/invitations'), { email, role });
    expect(status).toBe(201);
    return `/v1/invitations/${body.link.split('/').at(-1)}`;
  }

  const open = (host: Person) =>
    service.database.query('SELECT id FROM invitations WHERE organization_id = ?', [host.organizationId]);

  it('an invitation opens nothing once its inviter was removed', async () => {
    const owner = await Person.signUp(service);
    const second = await (await Person.signUp(service)).joins(owner, 'owner');
    const friend = await Person.signUp(service);
    const link = await invite(second, owner, friend.email, 'owner');
    expect((await owner.delete(path(owner, `/members/${second.id}`))).status).toBe(204);
    expect(await open(owner)).toEqual([]);
    expect((await friend.get(link)).status).toBe(404);
    expect((await friend.post(link)).status).toBe(404);
    expect((await friend.get(path(owner))).status).toBe(404);
  });

  it('nor once he left by himself', async () => {
    const owner = await Person.signUp(service);
    const admin = await (await Person.signUp(service)).joins(owner, 'admin');
    const friend = await Person.signUp(service);
    const link = await invite(admin, owner, friend.email, 'member');
    expect((await admin.delete(path(owner, `/members/${admin.id}`))).status).toBe(204);
    expect((await friend.post(link)).status).toBe(404);
  });

  it.each([
    ['member', 0],
    ['admin', 1],
  ])('of an owner who is made %s, invitations are left that he may still make: %d', async (role, left) => {
    const owner = await Person.signUp(service);
    const second = await (await Person.signUp(service)).joins(owner, 'owner');
    const boss = await Person.signUp(service);
    const helper = await Person.signUp(service);
    const asOwner = await invite(second, owner, boss.email, 'owner');
    const asMember = await invite(second, owner, helper.email, 'member');
    await invite(owner, owner, 'somebody.else@people.test', 'owner');
    expect((await owner.patch(path(owner, `/members/${second.id}`), { role })).status).toBe(200);
    expect(await open(owner)).toHaveLength(left + 1);
    expect((await boss.post(asOwner)).status).toBe(404);
    expect((await helper.post(asMember)).status).toBe(left === 1 ? 200 : 404);
  });

  it('is asked of the inviter when somebody accepts, whatever became of the withdrawal', async () => {
    const owner = await Person.signUp(service);
    const second = await (await Person.signUp(service)).joins(owner, 'owner');
    const friend = await Person.signUp(service);
    const link = await invite(second, owner, friend.email, 'admin');
    await service.database.execute(
      "UPDATE memberships SET role = 'admin' WHERE account_id = ? AND organization_id = ?",
      [second.id, owner.organizationId],
    );
    expect((await friend.get(link)).status).toBe(404);
    expect((await friend.post(link)).status).toBe(404);
  });

  it('never lets somebody in who is invited while the inviter is removed', async () => {
    const owner = await Person.signUp(service);
    for (let round = 0; round < 5; round += 1) {
      const second = await (await Person.signUp(service)).joins(owner, 'owner');
      const friend = await Person.signUp(service);
      const link = await invite(second, owner, friend.email, 'owner');
      const [removed, accepted] = await Promise.all([
        owner.delete(path(owner, `/members/${second.id}`)),
        friend.post(link),
      ]);
      expect(removed.status).toBe(204);
      // Whoever was first: either he is in because he came before, or the invitation is gone.
      expect([200, 404]).toContain(accepted.status);
      expect(await open(owner)).toEqual([]);
      if (accepted.status === 200) await owner.delete(path(owner, `/members/${friend.id}`));
    }
  });

  it('an admin neither replaces nor withdraws the invitation of an owner', async () => {
    const owner = await Person.signUp(service);
    const admin = await (await Person.signUp(service)).joins(owner, 'admin');
    const boss = await Person.signUp(service);
    const link = await invite(owner, owner, boss.email, 'owner');
    const replaced = await admin.post(path(owner, '/invitations'), { email: boss.email, role: 'member' });
    expect(replaced).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
    const [{ id }] = (await admin.get<{ id: number }[]>(path(owner, '/invitations'))).body as [{ id: number }];
    expect((await admin.delete(path(owner, `/invitations/${id}`))).status).toBe(403);
    expect((await boss.post(link)).body).toMatchObject({ role: 'owner' });
  });

  it('members show by whose invitation they came', async () => {
    const owner = await Person.signUp(service);
    const guest = await (await Person.signUp(service)).joins(owner, 'member');
    expect((await owner.get(path(owner, '/members'))).body).toMatchObject([
      { account_id: owner.id, invited_by: null },
      { account_id: guest.id, invited_by: owner.email },
    ]);
  });

  it('a limited token does not come to life again with a new membership', async () => {
    const owner = await Person.signUp(service);
    const guest = await (await Person.signUp(service)).joins(owner, 'member');
    const made = await guest.post<{ token: string }>('/v1/tokens', {
      name: 'limited',
      permissions: ['credits:read'],
      organization_ids: [owner.organizationId],
    });
    const status = async () =>
      (
        await service.request('/v1/credits/balance', {
          token: made.body.token,
          organization: owner.organizationId,
        })
      ).status;
    expect(await status()).toBe(200);
    await owner.delete(path(owner, `/members/${guest.id}`));
    expect(await status()).toBe(403);
    await guest.joins(owner, 'member');
    expect(await status()).toBe(403);
  });

  describe('what gives rights away', () => {
    const age = (person: Person, ms: number) =>
      service.database.execute('UPDATE sessions SET authenticated_at = ? WHERE account_id = ?', [
        Date.now() - ms,
        person.id,
      ]);

    it('needs a password that was given within the hour', async () => {
      const owner = await Person.signUp(service, 'Old session');
      const second = await (await Person.signUp(service)).joins(owner, 'owner');
      const third = await (await Person.signUp(service)).joins(owner, 'member');
      const token = { name: 'x', permissions: ['credits:read'] };
      const changes: [string, string, unknown][] = [
        ['POST', '/v1/tokens', token],
        ['PATCH', path(owner, `/members/${third.id}`), { role: 'owner' }],
        ['PATCH', path(owner, `/members/${second.id}`), { role: 'member' }],
        ['DELETE', path(owner, `/members/${second.id}`), undefined],
        ['POST', path(owner, '/invitations'), { email: 'boss@people.test', role: 'owner' }],
        ['DELETE', path(owner), { name: "Old session's organization" }],
      ];
      await age(owner, HOUR_MS + 1000);
      for (const [method, where, body] of changes) {
        const { status, body: answer } = await owner.ask(method, where, body);
        expect({ method, where, status, answer }).toMatchObject({
          status: 403,
          answer: { error: 'Password needed', message: expect.stringContaining('password') as string },
        });
      }
      // Everyday work needs none.
      expect((await owner.patch(path(owner), { name: 'Old session' })).status).toBe(200);
      expect((await owner.patch(path(owner, `/members/${third.id}`), { role: 'admin' })).status).toBe(200);

      expect((await owner.post('/v1/session/password', { password: 'not the password' })).status).toBe(422);
      expect((await owner.post('/v1/tokens', token)).status).toBe(403);
      expect((await owner.post('/v1/session/password', { password: PASSWORD })).status).toBe(204);
      expect((await owner.post('/v1/tokens', token)).status).toBe(201);
    });

    it('limits how often the password is tried once more', async () => {
      const person = await Person.signUp(service);
      const statuses: number[] = [];
      for (let round = 0; round < 11; round += 1) {
        statuses.push((await person.post('/v1/session/password', { password: 'not the password' })).status);
      }
      expect(statuses).toEqual([...new Array<number>(10).fill(422), 429]);
      // Which does not shut out those who sign in.
      const elsewhere = new Person(service);
      expect((await elsewhere.post('/v1/session', { email: person.email, password: PASSWORD })).status).toBe(200);
    });
  });

  it('sessions end everywhere', async () => {
    const person = await Person.signUp(service);
    const elsewhere = new Person(service);
    await elsewhere.post('/v1/session', { email: person.email, password: PASSWORD });
    const { cookie } = person;
    const answer = await person.delete('/v1/sessions');
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Path=\//)]);
    person.cookie = cookie;
    for (const one of [person, elsewhere]) expect((await one.get('/v1/session')).status).toBe(401);
  });

  it('tokens are revoked with a change of the password, if asked for', async () => {
    const person = await Person.signUp(service);
    const { token } = await service.token(person.id);
    const status = async () => (await service.request('/v1/credits/balance', { token })).status;
    const change = (current: string, next: string, revoke?: boolean) =>
      person.put('/v1/account/password', {
        current_password: current,
        new_password: next,
        ...(revoke === undefined ? {} : { revoke_tokens: revoke }),
      });
    expect((await change(PASSWORD, 'four quiet copper lamps')).status).toBe(204);
    expect(await status()).toBe(200);
    expect((await change('four quiet copper lamps', PASSWORD, true)).status).toBe(204);
    expect(await status()).toBe(401);
  });
});

describe.each(setUps)('the life of sessions, %s', (setUpName) => {
  it('is what the settings say, for sessions that are there too', async () => {
    const setUp = await makeSetUp(setUpName);
    const service = await TestService.start(setUp, { SESSION_IDLE_HOURS: '1', SESSION_MAX_HOURS: '12' });
    try {
      const cases = [
        [{ last_seen_at: 1.1 }, 401],
        [{ last_seen_at: 0.9 }, 200],
        [{ created_at: 12.1 }, 401],
        [{ created_at: 11.9 }, 200],
      ] as const;
      for (const [columns, status] of cases) {
        const person = new Person(service);
        const { headers } = await person.post('/v1/account', { email: person.email, password: PASSWORD });
        expect(headers.getSetCookie()[0]).toContain('Max-Age=43200;');
        for (const [column, hours] of Object.entries(columns)) {
          await service.database.execute(
            `UPDATE sessions SET ${column} = ? WHERE account_id = (SELECT id FROM accounts WHERE email = ?)`,
            [Date.now() - hours * HOUR_MS, person.email],
          );
        }
        expect((await person.get('/v1/session')).status).toBe(status);
      }
    } finally {
      await service.stop();
      await setUp.remove();
    }
  });
});
