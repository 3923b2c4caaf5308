import { PasswordHasher } from '../../src/sessions/password-hasher';
import { TestService } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { PASSWORD, Person } from './person';

const OTHER_PASSWORD = 'four quiet copper lamps';
const UNAUTHENTICATED = { message: 'Unauthenticated.' };

describe.each(setUps)('signing up, in and out, %s', (setUpName) => {
  let setUp: SetUp;
  let service: TestService;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await TestService.start(setUp, { TRUST_PROXY: '127.0.0.1' });
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  it('makes an account with its first organization and the free credits', async () => {
    const person = new Person(service);
    const { status, body } = await person.post('/v1/account', {
      email: person.email.toUpperCase(),
      password: PASSWORD,
      name: 'Jane',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      account: {
        id: expect.any(Number) as number,
        email: person.email,
        name: 'Jane',
        default_organization_id: expect.any(Number) as number,
        is_operator: false,
      },
      organizations: [
        {
          id: expect.any(Number) as number,
          name: "Jane's organization",
          role: 'owner',
          is_default: true,
          balance: 100,
          needs_two_factor: false,
        },
      ],
    });
    expect((await person.get('/v1/session')).body).toEqual(body);
  });

  it.each([
    ['email', { email: 'nobody', password: PASSWORD }],
    ['email', { password: PASSWORD }],
    ['password', { email: 'new@people.test', password: 'password1234' }],
    ['password', { email: 'new@people.test', password: 'short' }],
    ['password', { email: 'new@people.test', password: 12345678901 }],
    ['name', { email: 'new@people.test', password: PASSWORD, name: 'a\u0000b' }],
    ['name', { email: 'new@people.test', password: PASSWORD, name: 'J\u0430ne' }],
    ['email', { email: 'n\u0435w@people.test', password: PASSWORD }],
    ['role', { email: 'new@people.test', password: PASSWORD, role: 'owner' }],
  ])('422 on %s at sign-up: %j', async (field, body) => {
    const answer = await new Person(service).post<{ errors: object }>('/v1/account', body);
    expect({ status: answer.status, fields: Object.keys(answer.body.errors) }).toEqual({
      status: 422,
      fields: [field],
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('422 for an address that has an account, in any case', async () => {
    const { email } = await Person.signUp(service);
    const { status, body } = await new Person(service).post('/v1/account', {
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        message: expect.stringContaining('Sign in if it is yours') as string,
        errors: { email: [expect.any(String)] },
      },
    });
  });

  it('sets a cookie that scripts and other sites cannot use, with Secure behind TLS', async () => {
    const person = new Person(service);
    const credentials = { email: person.email, password: PASSWORD };
    const plain = await person.post('/v1/account', credentials);
    expect(plain.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=7776000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
    ]);
    const tls = await person.ask('POST', '/v1/session', credentials, { 'X-CSRF': '1', 'X-Forwarded-Proto': 'https' });
    expect(tls.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Strict$/),
    ]);
  });

  it('stores of the secret only its hash, and of the password only argon2id', async () => {
    const person = await Person.signUp(service);
    const secret = person.cookie.replace('session=', '');
    const [stored] = await service.database.query<{ hash: string; password: string }>(
      'SELECT s.secret_hash AS hash, a.password_hash AS password FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE a.email = ?',
      [person.email],
    );
    expect(stored?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(stored?.hash).not.toContain(secret);
    expect(stored?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('gives a new secret at each sign-in and ends the session that was there: no fixation', async () => {
    const person = await Person.signUp(service);
    const first = person.cookie;
    await person.post('/v1/session', { email: person.email, password: PASSWORD });
    expect(person.cookie).not.toBe(first);
    const thief = new Person(service);
    thief.cookie = first;
    expect((await thief.get('/v1/session')).status).toBe(401);
    const planted = `session=${'a'.repeat(43)}`;
    person.cookie = planted;
    await person.post('/v1/session', { email: person.email, password: PASSWORD });
    expect(person.cookie).not.toBe(planted);
    thief.cookie = planted;
    expect((await thief.get('/v1/session')).status).toBe(401);
  });

  it('answers unknown addresses, wrong passwords and accounts without one alike, and works as hard', async () => {
    const { email } = await Person.signUp(service);
    const { accountId } = await service.account();
    const [row] = await service.database.query<{ email: string }>('SELECT email FROM accounts WHERE id = ?', [
      accountId,
    ]);
    const verify = jest.spyOn(service.app.get(PasswordHasher), 'verify');
    const attempts = [
      [email, OTHER_PASSWORD],
      ['nobody@people.test', OTHER_PASSWORD],
      [row?.email, OTHER_PASSWORD],
      [row?.email, 'a password that is verified and never right'],
    ];
    for (const [address, password] of attempts) {
      const { status, body } = await new Person(service).post('/v1/session', { email: address, password });
      expect({ status, body }).toEqual({
        status: 401,
        body: { message: 'The e-mail address or the password is not right.' },
      });
    }
    // One hash each.
    expect(verify).toHaveBeenCalledTimes(attempts.length);
    verify.mockRestore();
  });

  it('limits attempts for an account, whether it is there or not, and says for how long', async () => {
    const { email } = await Person.signUp(service);
    for (const address of [email, 'guess-me@people.test']) {
      const statuses: number[] = [];
      let retryAfter = 0;
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const { status, headers } = await new Person(service).post('/v1/session', {
          email: attempt % 2 === 0 ? address : address.toUpperCase(),
          password: OTHER_PASSWORD,
        });
        statuses.push(status);
        retryAfter = Number(headers.get('retry-after'));
      }
      expect(retryAfter).toBeGreaterThan(0);
      expect(statuses).toEqual([...new Array<number>(10).fill(401), 429]);
    }
  });

  it('changes the password, ends all other sessions and goes on under a new cookie', async () => {
    const person = await Person.signUp(service);
    const elsewhere = new Person(service);
    await elsewhere.post('/v1/session', { email: person.email, password: PASSWORD });
    const before = person.cookie;
    const wrong = await person.put<{ errors: object }>('/v1/account/password', {
      current_password: OTHER_PASSWORD,
      new_password: OTHER_PASSWORD,
    });
    expect({ status: wrong.status, fields: Object.keys(wrong.body.errors) }).toEqual({
      status: 422,
      fields: ['current_password'],
    });
    const weak = await person.put('/v1/account/password', { current_password: PASSWORD, new_password: 'password1234' });
    expect(weak.status).toBe(422);
    const right = await person.put('/v1/account/password', {
      current_password: PASSWORD,
      new_password: OTHER_PASSWORD,
    });
    expect(right.status).toBe(204);
    expect(person.cookie).not.toBe(before);
    expect((await person.get('/v1/session')).status).toBe(200);
    expect((await elsewhere.get('/v1/session')).status).toBe(401);
    expect((await elsewhere.post('/v1/session', { email: person.email, password: PASSWORD })).status).toBe(401);
    expect((await elsewhere.post('/v1/session', { email: person.email, password: OTHER_PASSWORD })).status).toBe(200);
  });

  it('lists sessions and ends them', async () => {
    const person = await Person.signUp(service);
    const phone = new Person(service);
    await phone.ask(
      'POST',
      '/v1/session',
      { email: person.email, password: PASSWORD },
      { 'X-CSRF': '1', 'User-Agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' },
    );
    const { body } = await person.get<{ id: number; client: string; is_current: boolean }[]>('/v1/sessions');
    expect(body).toHaveLength(2);
    expect(body.map((session) => Object.keys(session).sort())).toEqual([
      ['client', 'created_at', 'id', 'is_current', 'last_seen_at'],
      ['client', 'created_at', 'id', 'is_current', 'last_seen_at'],
    ]);
    const other = body.find((session) => !session.is_current);
    expect(other?.client).toBe('Firefox on Android');
    expect((await person.delete(`/v1/sessions/${other?.id}`)).status).toBe(204);
    expect((await phone.get('/v1/session')).status).toBe(401);
  });

  it('signs out for good', async () => {
    const person = await Person.signUp(service);
    const { cookie } = person;
    const answer = await person.delete('/v1/session');
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; Path=\/; Expires=Thu, 01 Jan 1970/),
    ]);
    person.cookie = cookie;
    expect(await person.get('/v1/session')).toMatchObject({ status: 401, body: UNAUTHENTICATED });
  });

  it('ends sessions that were not used for 30 days, and all after 90', async () => {
    const day = 86_400_000;
    for (const [columns, status] of [
      [{ last_seen_at: Date.now() - 31 * day }, 401],
      [{ last_seen_at: Date.now() - 29 * day }, 200],
      [{ expires_at: Date.now() - 1 }, 401],
    ] as const) {
      const person = await Person.signUp(service);
      for (const [column, value] of Object.entries(columns)) {
        await service.database.execute(`UPDATE sessions SET ${column} = ? WHERE account_id = ?`, [value, person.id]);
      }
      expect((await person.get('/v1/session')).status).toBe(status);
    }
  });

  it('changes the name and the default organization, to one of its own only', async () => {
    const person = await Person.signUp(service);
    const stranger = await Person.signUp(service);
    expect((await person.patch('/v1/account', { name: 'Jane <b>Doe</b>' })).body).toMatchObject({
      name: 'Jane <b>Doe</b>',
      default_organization_id: person.organizationId,
    });
    expect((await person.patch('/v1/account', { default_organization_id: null })).body).toMatchObject({
      default_organization_id: null,
    });
    for (const id of [stranger.organizationId, 999_999]) {
      expect((await person.patch('/v1/account', { default_organization_id: id })).status).toBe(422);
    }
  });
});

describe.each(setUps)('attempts to sign in from one address, %s', (setUpName) => {
  it('are limited, whatever account they try', async () => {
    const setUp = await makeSetUp(setUpName);
    const service = await TestService.start(setUp, { RATE_LIMIT_PER_MINUTE: '5' });
    try {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 6; attempt += 1) {
        const body = { email: `someone-${attempt}@people.test`, password: PASSWORD };
        statuses.push((await new Person(service).post('/v1/session', body)).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    } finally {
      await service.stop();
      await setUp.remove();
    }
  });
});
