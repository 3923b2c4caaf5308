import { randomUUID } from 'node:crypto';
import { TestService } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { PASSWORD, Person } from './person';

const OTHER_PASSWORD = 'four quiet copper lamps';

/** Somebody at another machine, as a trusted proxy tells. */
class Stranger extends Person {
  constructor(
    service: TestService,
    readonly address: string,
  ) {
    super({
      request: (path, init) => {
        const headers = new Headers(init.headers);
        headers.set('X-Forwarded-For', address);
        return service.request(path, { ...init, headers });
      },
    });
  }

  signUp() {
    return this.post<{ organizations: { balance: number }[] }>('/v1/account', {
      email: this.email,
      password: PASSWORD,
    });
  }

  signIn(email: string, password: string) {
    return this.post('/v1/session', { email, password });
  }
}

const count = (values: readonly number[], value: number): number => values.filter((one) => one === value).length;

describe.each(setUps)('limits by client, %s', (setUpName) => {
  let setUp: SetUp;
  let service: TestService;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await TestService.start(setUp, { TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '100' });
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  async function statusesOf(addresses: readonly string[], ask: (client: Stranger) => Promise<{ status: number }>) {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push((await ask(new Stranger(service, address))).status);
    return statuses;
  }

  it('5 sign-ups an hour from one IPv4 address; what is refused for its fields does not count', async () => {
    const here = new Array<string>(7).fill('198.51.100.1');
    const weak = (client: Stranger) => client.post('/v1/account', { email: client.email, password: 'password1234' });
    expect(await statusesOf(here, weak)).toEqual(new Array(7).fill(422));
    expect(await statusesOf(here, (client) => client.signUp())).toEqual([201, 201, 201, 201, 201, 429, 429]);
    expect(await statusesOf(['198.51.100.2'], (client) => client.signUp())).toEqual([201]);
  });

  it('5 from one IPv6 /64, whichever address; 10 from one /48', async () => {
    const own = Array.from({ length: 6 }, (_, host) => `2001:db8:1:1::${(host + 1).toString(16)}`);
    expect(await statusesOf(own, (client) => client.signUp())).toEqual([201, 201, 201, 201, 201, 429]);
    const site = Array.from({ length: 15 }, (_, net) => `2001:db8:2:${(net + 1).toString(16)}::1`);
    const statuses = await statusesOf(site, (client) => client.signUp());
    expect([count(statuses, 201), count(statuses, 429)]).toEqual([10, 5]);
    expect(statuses.slice(0, 10)).toEqual(new Array(10).fill(201));
  });

  it('IPv4 written in IPv6 is the same client', async () => {
    const both = ['203.0.113.9', '::ffff:203.0.113.9', '203.0.113.9', '::ffff:cb00:7109', '203.0.113.9', '203.0.113.9'];
    expect(await statusesOf(both, (client) => client.signUp())).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it('bad tokens are counted by client too', async () => {
    const ask = async (client: Stranger) =>
      service.request('/v1/credits/balance', {
        token: 'not-a-token',
        headers: { 'X-Forwarded-For': client.address },
      });
    const addresses = Array.from({ length: 510 }, (_, host) => `2001:db8:9:9::${host.toString(16)}`);
    const seen = await statusesOf(addresses, ask);
    expect([count(seen, 401), count(seen, 429)]).toEqual([500, 10]);
  });

  describe('guessing passwords', () => {
    it('shuts out who guesses, not the owner', async () => {
      const owner = new Stranger(service, '198.51.100.20');
      await owner.signUp();
      const guesses = await statusesOf(new Array<string>(12).fill('198.51.100.21'), (client) =>
        client.signIn(owner.email, OTHER_PASSWORD),
      );
      expect(guesses).toEqual([...new Array<number>(10).fill(401), 429, 429]);
      expect((await new Stranger(service, '198.51.100.20').signIn(owner.email, PASSWORD)).status).toBe(200);
      expect(
        (await owner.put('/v1/account/password', { current_password: PASSWORD, new_password: OTHER_PASSWORD })).status,
      ).toBe(204);
    });

    it('from everywhere at once ends after 100 an hour; a browser that was signed in before gets through', async () => {
      const owner = new Stranger(service, '198.51.100.30');
      await owner.signUp();
      const many = Array.from({ length: 103 }, (_, host) => `192.0.2.${host + 1}`);
      const guesses = await statusesOf(many, (client) => client.signIn(owner.email, OTHER_PASSWORD));
      expect([count(guesses, 401), count(guesses, 429)]).toEqual([100, 3]);
      const elsewhere = new Stranger(service, '198.51.100.31');
      expect((await elsewhere.signIn(owner.email, PASSWORD)).status).toBe(429);

      // The session has run out, its cookie is still there.
      await service.database.execute(
        'UPDATE sessions SET last_seen_at = 1 WHERE account_id = (SELECT id FROM accounts WHERE email = ?)',
        [owner.email],
      );
      expect((await owner.get('/v1/session')).status).toBe(401);
      expect((await owner.signIn(owner.email, PASSWORD)).status).toBe(200);
      // Somebody else's cookie helps nobody.
      const stranger = new Stranger(service, '198.51.100.32');
      await stranger.signUp();
      expect((await stranger.signIn(owner.email, PASSWORD)).status).toBe(429);
    });
  });
});

describe.each(setUps)('who may sign up, %s', (setUpName) => {
  let setUp: SetUp;

  beforeEach(async () => {
    setUp = await makeSetUp(setUpName);
  });
  afterEach(() => setUp.remove());

  it('SIGN_UP=off: nobody', async () => {
    const service = await TestService.start(setUp, { SIGN_UP: 'off' });
    try {
      const person = new Person(service);
      const answer = await person.post('/v1/account', { email: person.email, password: PASSWORD });
      expect(answer).toMatchObject({ status: 403, body: { error: 'Forbidden', message: /operator/ } });
      expect(await service.database.query('SELECT id FROM accounts')).toEqual([]);
    } finally {
      await service.stop();
    }
  });

  it('SIGN_UP=invited: who has the link of an open invitation, with its address', async () => {
    const first = await TestService.start(setUp);
    const owner = await Person.signUp(first);
    await first.stop();
    const service = await TestService.start(setUp, { SIGN_UP: 'invited' });
    try {
      const host = new Person(service);
      expect((await host.post('/v1/session', { email: owner.email, password: PASSWORD })).status).toBe(200);
      const guest = new Person(service);
      const { body } = await host.post<{ link: string }>(`/v1/organizations/${owner.organizationId}/invitations`, {
        email: guest.email,
        role: 'member',
      });
      const invitation = body.link.split('/').at(-1) ?? '';
      const signUp = (email: string, secret?: string) =>
        guest.post('/v1/account', {
          email,
          password: PASSWORD,
          ...(secret === undefined ? {} : { invitation: secret }),
        });
      expect((await signUp(guest.email)).status).toBe(403);
      expect((await signUp(guest.email, 'x'.repeat(43))).status).toBe(403);
      expect((await signUp('another@people.test', invitation)).status).toBe(403);
      expect((await signUp(guest.email.toUpperCase(), invitation)).status).toBe(201);
      expect((await guest.post(`/v1/invitations/${invitation}`)).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});

describe.each(setUps)('caps, %s', (setUpName) => {
  let setUp: SetUp;
  let service: TestService;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await TestService.start(setUp, {
      TOKENS_PER_ACCOUNT: '4',
      ORGANIZATIONS_PER_ACCOUNT: '3',
      INVITATIONS_PER_ORGANIZATION: '3',
    });
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  it('tokens that work: revoked ones leave room, and no race gets past', async () => {
    const person = await Person.signUp(service);
    const make = () => person.post<{ id: string }>('/v1/tokens', { name: 'x', permissions: ['credits:read'] });
    const made = await Promise.all(Array.from({ length: 8 }, make));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 422, 422, 422, 422]);
    expect((await make()).body).toMatchObject({ errors: { name: [/4 tokens that work/] } });
    const one = made.find(({ status }) => status === 201);
    await person.delete(`/v1/tokens/${one?.body.id}`);
    expect((await make()).status).toBe(201);
  });

  it('organizations: made or joined', async () => {
    const person = await Person.signUp(service);
    const make = (name: string) => person.post('/v1/organizations', { name });
    const made = await Promise.all(['a', 'b', 'c', 'd'].map(make));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    const host = await Person.signUp(service);
    await expect(person.joins(host, 'member')).rejects.toThrow(/422.*3 organizations/);
  });

  it('open invitations: those that ran out leave room', async () => {
    const person = await Person.signUp(service);
    const where = `/v1/organizations/${person.organizationId}/invitations`;
    const invite = (email: string) => person.post<{ id: number }>(where, { email, role: 'member' });
    const made = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => invite(`${name}@people.test`)));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
    expect((await invite('f@people.test')).body).toMatchObject({ errors: { email: [/3 open invitations/] } });
    const open = made.find(({ status }) => status === 201);
    await service.database.execute('UPDATE invitations SET expires_at = 1 WHERE id = ?', [open?.body.id]);
    expect((await invite('f@people.test')).status).toBe(201);
  });
});

describe.each(setUps)('the list of tokens, %s', (setUpName) => {
  let setUp: SetUp;
  let service: TestService;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await TestService.start(setUp);
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  async function insertTokens(person: Person, many: number, revokedAt: number | null): Promise<string[]> {
    const ids = Array.from({ length: many }, () => randomUUID());
    for (const [index, id] of ids.entries()) {
      await service.database.execute(
        `INSERT INTO tokens (id, account_id, name, permissions, is_limited, revoked_at, created_at)
          VALUES (?, ?, ?, '[]', 1, ?, ?)`,
        [id, person.id, `token ${index}`, revokedAt, 1000 + index],
      );
    }
    return ids;
  }

  it('comes in pages of at most 100, the newest page first, each with its organizations', async () => {
    const person = await Person.signUp(service);
    const ids = await insertTokens(person, 150, null);
    for (const id of ids) {
      await service.database.execute(
        `INSERT INTO token_organizations (token_id, organization_id) VALUES ${Array.from({ length: 30 }, () => '(?, ?)').join(', ')}`,
        Array.from({ length: 30 }, (_, organization) => [id, organization + 1]).flat(),
      );
    }
    interface Listed {
      id: string;
      organization_ids: number[];
    }
    const list = async (query: string) => (await person.get<Listed[]>(`/v1/tokens${query}`)).body;
    const newest = await list('');
    expect(newest.map(({ id }) => id)).toEqual(ids.slice(50));
    const older = await list(`?before=${newest[0]?.id}`);
    expect(older.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    const all = Array.from({ length: 30 }, (_, organization) => organization + 1);
    for (const { organization_ids: organizations } of [...newest, ...older]) expect(organizations).toEqual(all);
    expect((await list(`?before=${newest[0]?.id}&limit=2`)).map(({ id }) => id)).toEqual(ids.slice(48, 50));
    expect(await list(`?before=${randomUUID()}`)).toEqual([]);
    for (const query of ['?limit=0', '?limit=101', '?before=x', '?before=1&before=2']) {
      expect((await person.get(`/v1/tokens${query}`)).status).toBe(400);
    }
    const other = await Person.signUp(service);
    expect((await other.get(`/v1/tokens?before=${newest[0]?.id}`)).body).toEqual([]);
  });

  it('keeps the newest 400 of those that do not work any more', async () => {
    const person = await Person.signUp(service);
    const ids = await insertTokens(person, 403, 5);
    const { body } = await person.post<{ id: string }>('/v1/tokens', { name: 'new', permissions: ['credits:read'] });
    const rows = await service.database.query<{ id: string }>(
      'SELECT id FROM tokens WHERE account_id = ? ORDER BY created_at',
      [person.id],
    );
    expect(rows.map(({ id }) => id)).toEqual([...ids.slice(3), body.id]);
  });

  it('asks once for the balances of all organizations', async () => {
    const person = await Person.signUp(service);
    for (const name of ['a', 'b', 'c', 'd']) await person.post('/v1/organizations', { name });
    const query = jest.spyOn(service.database, 'query');
    const { body } = await person.get<{ organizations: object[] }>('/v1/session');
    expect(body.organizations).toHaveLength(5);
    const balances = query.mock.calls.filter(([sql]) => sql.includes('balance'));
    query.mockRestore();
    expect(balances).toHaveLength(1);
  });
});

describe.each(setUps)('the limit of an organization, %s', (setUpName) => {
  it('holds for all of its tokens together, beside that of each; a refused token takes nothing from the others', async () => {
    const setUp = await makeSetUp(setUpName);
    const service = await TestService.start(setUp, {
      RATE_LIMIT_PER_MINUTE: '10',
      ORGANIZATION_RATE_LIMIT_PER_MINUTE: '25',
    });
    try {
      const { accountId, token } = await service.account();
      const tokens = [token];
      for (let more = 0; more < 3; more += 1) tokens.push((await service.token(accountId)).token);
      const statuses: number[][] = [];
      for (const one of tokens) {
        const mine: number[] = [];
        for (let round = 0; round < 12; round += 1) {
          const response = await service.request('/v1/credits/balance', { token: one });
          mine.push(response.status);
          expect({
            limit: response.headers.get('ratelimit-limit'),
            isToldToWait: Number(response.headers.get('retry-after')) > 0,
          }).toEqual({ limit: '10', isToldToWait: response.status === 429 });
        }
        statuses.push(mine);
      }
      expect(statuses.map((mine) => count(mine, 200))).toEqual([10, 10, 5, 0]);
    } finally {
      await service.stop();
      await setUp.remove();
    }
  });
});
