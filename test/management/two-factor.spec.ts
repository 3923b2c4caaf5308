import { Secret, TOTP } from 'otpauth';
import { TwoFactorService } from '../../src/sessions/two-factor.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { PASSWORD, Person } from './person';

const STEP_MS = 30_000;

describe.each(setUps)('the second factor, %s', (setUpName) => {
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

  const site = { request: (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init) };
  const ROUTE = '/v1/account/two-factor';

  /** What the app shows. @param steps ahead */
  const codeOf = (secret: string, steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now() + steps * STEP_MS });

  /** Time goes on, so that the app shows another code. */
  const later = (): void => {
    service.clock.forward(STEP_MS);
  };

  const signIn = (person: Person, code?: string) =>
    new Person(site).post<{ error?: string; errors?: object }>('/v1/session', {
      email: person.email,
      password: PASSWORD,
      ...(code === undefined ? {} : { code }),
    });

  async function turnedOn(): Promise<{ person: Person; secret: string; codes: string[] }> {
    const person = await Person.signUp(site);
    const begun = await person.post<{ secret: string; uri: string }>(ROUTE, { password: PASSWORD });
    expect(begun.status).toBe(200);
    const { secret } = begun.body;
    const { status, body } = await person.post<{ recovery_codes: string[] }>(`${ROUTE}/confirmation`, {
      code: codeOf(secret),
    });
    expect(status).toBe(200);
    return { person, secret, codes: body.recovery_codes };
  }

  it('asks for nothing before a first code has confirmed it', async () => {
    const person = await Person.signUp(site);
    expect((await person.post(ROUTE, { password: 'not the password' })).status).toBe(422);
    const { body } = await person.post<{ secret: string; uri: string }>(ROUTE, { password: PASSWORD });
    const read = new URL(body.uri);
    expect(read.protocol).toBe('otpauth:');
    expect(read.searchParams.get('secret')).toBe(body.secret);
    expect(decodeURIComponent(read.pathname)).toContain(person.email);
    expect((await signIn(person)).status).toBe(200);
    for (const code of ['000000', '１２３４５６']) {
      const wrong = await person.post<{ errors: object }>(`${ROUTE}/confirmation`, { code });
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']]);
    }
    expect((await person.get(ROUTE)).body).toEqual({ is_on: false, recovery_codes_left: 0 });
    // Beginning anew replaces the secret.
    const again = await person.post<{ secret: string }>(ROUTE, { password: PASSWORD });
    expect(again.body.secret).not.toBe(body.secret);
    expect((await person.post(`${ROUTE}/confirmation`, { code: codeOf(body.secret) })).status).toBe(422);
    expect((await person.post(`${ROUTE}/confirmation`, { code: codeOf(again.body.secret) })).status).toBe(200);
    expect((await person.get(ROUTE)).body).toEqual({ is_on: true, recovery_codes_left: 10 });
    expect((await person.post(ROUTE, { password: PASSWORD })).status).toBe(422);
  });

  it('takes each code once, and one step beside now', async () => {
    const { person, secret } = await turnedOn();
    const without = await signIn(person);
    expect([without.status, without.body.error]).toEqual([403, 'Code needed']);
    // The code that turned it on is used.
    expect((await signIn(person, codeOf(secret))).status).toBe(422);
    later();
    const code = codeOf(secret);
    const answers = await Promise.all([signIn(person, code), signIn(person, code), signIn(person, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await signIn(person, codeOf(secret, -1))).status).toBe(422);
    expect((await signIn(person, codeOf(secret, 2))).status).toBe(422);
    expect((await signIn(person, codeOf(secret, 1).replace(/^.../, '$& '))).status).toBe(200);
  });

  it('says nothing of it to who does not know the password', async () => {
    const { person } = await turnedOn();
    const { status, body } = await new Person(site).post('/v1/session', {
      email: person.email,
      password: 'guessed it',
    });
    expect([status, body]).toEqual([401, { message: 'The e-mail address or the password is not right.' }]);
  });

  it('takes each recovery code once, however it is written', async () => {
    const { person, codes } = await turnedOn();
    expect(new Set(codes).size).toBe(10);
    const [first = '', second = ''] = codes;
    const answers = await Promise.all([signIn(person, first), signIn(person, first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await signIn(person, second.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await person.get(ROUTE)).body).toEqual({ is_on: true, recovery_codes_left: 8 });
    const renewed = await person.post<{ recovery_codes: string[] }>(`${ROUTE}/recovery-codes`, { password: PASSWORD });
    expect((await signIn(person, codes[2])).status).toBe(422);
    expect((await signIn(person, renewed.body.recovery_codes[0])).status).toBe(200);
  });

  it('keeps secrets and codes where a copy of the database does not help', async () => {
    const { person, secret, codes } = await turnedOn();
    const stored = [
      await service.database.query('SELECT * FROM account_two_factor WHERE account_id = ?', [person.id]),
      await service.database.query('SELECT * FROM recovery_codes WHERE account_id = ?', [person.id]),
      await service.database.query('SELECT * FROM audit_entries WHERE account_id = ?', [person.id]),
    ];
    const text = JSON.stringify(stored);
    for (const one of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(text).not.toContain(one);
    }
    // Another account's secret can't take its place.
    const other = await turnedOn();
    await service.database.execute(`UPDATE account_two_factor SET secret = ?, last_step = 0 WHERE account_id = ?`, [
      (stored[0] as { secret: string }[])[0]?.secret,
      other.person.id,
    ]);
    later();
    expect((await signIn(other.person, codeOf(secret))).status).toBe(422);
  });

  it('bounds how many codes are tried', async () => {
    const { person } = await turnedOn();
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1) statuses.push((await signIn(person, '000000')).status);
    expect(statuses.slice(0, 9)).toEqual(Array(9).fill(422));
    expect(statuses.at(-1)).toBe(429);
  });

  it('is turned off by its owner with the password, and by the operator', async () => {
    const { person } = await turnedOn();
    expect((await person.delete(ROUTE, { password: 'not the password' })).status).toBe(422);
    expect((await person.delete(ROUTE, { password: PASSWORD })).status).toBe(204);
    expect((await signIn(person)).status).toBe(200);
    const second = await turnedOn();
    await service.app.get(TwoFactorService, { strict: false }).turnOff(second.person.id);
    expect((await signIn(second.person)).status).toBe(200);
    const log = await second.person.get<{ entries: { action: string }[] }>('/v1/account/audit');
    expect(log.body.entries.map(({ action }) => action)).toContain('two_factor_on');
  });

  it('is asked for by organizations whose owner wants that: members without one stay outside until they have it', async () => {
    const owner = await Person.signUp(site);
    const member = await (await Person.signUp(site)).joins(owner, 'admin');
    const path = `/v1/organizations/${owner.organizationId}`;
    const needed = { status: 403, body: { error: 'Second factor needed' } };
    expect(await owner.put(`${path}/two-factor`, { required: true })).toMatchObject(needed);
    const on = async (person: Person) => {
      const { body } = await person.post<{ secret: string }>(ROUTE, { password: PASSWORD });
      expect((await person.post(`${ROUTE}/confirmation`, { code: codeOf(body.secret) })).status).toBe(200);
    };
    await on(owner);
    expect((await member.put(`${path}/two-factor`, { required: true })).status).toBe(403);
    expect(await owner.put(`${path}/two-factor`, { required: true })).toMatchObject({
      status: 200,
      body: { two_factor_required: true },
    });
    for (const route of ['', '/members', '/batches', '/credits', '/audit']) {
      expect([route, await member.get(`${path}${route}`)]).toMatchObject([route, needed]);
      expect((await owner.get(`${path}${route}`)).status).toBe(200);
    }
    await on(member);
    expect((await member.get(`${path}/members`)).status).toBe(200);
    expect(await owner.put(`${path}/two-factor`, { required: false })).toMatchObject({ status: 200 });
  });
});
