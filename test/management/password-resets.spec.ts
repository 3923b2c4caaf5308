import { PasswordResets } from '../../src/sessions/password-resets';
import { Mailbox } from '../support/mailbox';
import { TestService } from '../support/service';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { PASSWORD, Person } from './person';

const NEW_PASSWORD = 'four quiet copper lamps';
const ROUTE = '/v1/password-resets';

describe.each(setUps)('forgotten passwords, %s', (setUpName) => {
  let setUp: SetUp;
  let mailbox: Mailbox;
  let service: TestService;

  beforeAll(async () => {
    [setUp, mailbox] = await Promise.all([makeSetUp(setUpName), Mailbox.open()]);
    const mail = {
      SMTP_SUBMISSION_URL: mailbox.url,
      MAIL_FROM: 'service@sender.test',
      PUBLIC_URL: 'https://check.example.org',
    };
    service = await TestService.start(setUp, mail);
  });

  afterAll(async () => {
    await service.stop();
    await mailbox.close();
    await setUp.remove();
  });

  const stranger = () => new Person(service);
  const ask = (email: string, language = 'en') =>
    stranger().ask(`POST`, ROUTE, { email }, { 'X-CSRF': '1', 'Accept-Language': language });
  const signIn = async (person: Person, password: string) =>
    (await stranger().post('/v1/session', { email: person.email, password })).status;

  it('sends a link that chooses a new password once, and ends all sessions', async () => {
    const person = await Person.signUp(service);
    const elsewhere = stranger();
    await elsewhere.post('/v1/session', { email: person.email, password: PASSWORD });
    const answer = await ask(person.email.toUpperCase());
    expect(answer).toMatchObject({ status: 202, body: { by_mail: true } });
    const mail = await mailbox.next(person.email);
    expect(mail).toMatchObject({ from: 'service@sender.test', subject: 'Choose a new password' });
    expect(mail.text).toMatch(/^https:\/\/check\.example\.org\/dashboard\/#\/reset\/[\w-]{43}$/m);
    const secret = mailbox.secretOf(mail);
    const link = `${ROUTE}/${secret}`;
    // Only a hash is stored.
    const stored = await service.database.query('SELECT * FROM account_links');
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(await stranger().get(link)).toMatchObject({ status: 200, body: { email: person.email } });
    const weak = await stranger().post<{ errors: object }>(link, { password: 'password12' });
    expect([weak.status, Object.keys(weak.body.errors)]).toEqual([422, ['password']]);
    const first = await Promise.all([1, 2, 3].map(() => stranger().post(link, { password: NEW_PASSWORD })));
    expect(first.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect((await stranger().get(link)).status).toBe(404);
    expect([await signIn(person, PASSWORD), await signIn(person, NEW_PASSWORD)]).toEqual([401, 200]);
    expect((await person.get('/v1/session')).status).toBe(401);
    expect((await elsewhere.get('/v1/session')).status).toBe(401);
    const entries = await service.database.query<{ action: string }>(
      'SELECT action FROM audit_entries WHERE account_id = ? ORDER BY id',
      [person.id],
    );
    expect(entries.map(({ action }) => action)).toContain('password_reset');
  });

  it('says the same to everybody, and writes to nobody without an account', async () => {
    const person = await Person.signUp(service);
    const known = await ask(person.email);
    const unknown = await ask('nobody.at.all@people.test');
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await mailbox.next(person.email);
    expect(mailbox.mails.filter(({ to }) => to === 'nobody.at.all@people.test')).toEqual([]);
    const faulty = await ask('not an address');
    expect(faulty.status).toBe(422);
  });

  it('writes three times an hour to one address at most, in the language of who asks', async () => {
    const person = await Person.signUp(service);
    for (let time = 0; time < 5; time += 1) expect((await ask(person.email, 'de-AT,de;q=0.9,en')).status).toBe(202);
    const mail = await mailbox.next(person.email, 3);
    expect(mail.subject).toMatch(/Neues_Passwort|Neues Passwort/);
    expect(mail.text).toContain('innerhalb einer Stunde');
    // Another person's mail comes behind all of them.
    const other = await Person.signUp(service);
    await ask(other.email);
    await mailbox.next(other.email);
    expect(mailbox.mails.filter(({ to }) => to === person.email)).toHaveLength(3);
    // Only the newest link is open.
    const secrets = mailbox.mails.filter(({ to }) => to === person.email).map((one) => mailbox.secretOf(one));
    const open = await Promise.all(secrets.map(async (secret) => (await stranger().get(`${ROUTE}/${secret}`)).status));
    expect(open.filter((status) => status === 200)).toHaveLength(1);
  });

  it('withdraws the link with a change of the password, and after an hour', async () => {
    const person = await Person.signUp(service);
    await ask(person.email);
    const link = `${ROUTE}/${mailbox.secretOf(await mailbox.next(person.email))}`;
    await service.database.execute('UPDATE account_links SET expires_at = 1 WHERE account_id = ?', [person.id]);
    expect((await stranger().get(link)).status).toBe(404);
    expect((await stranger().post(link, { password: NEW_PASSWORD })).status).toBe(404);
    await ask(person.email);
    const second = `${ROUTE}/${mailbox.secretOf(await mailbox.next(person.email, 2))}`;
    expect((await stranger().get(second)).status).toBe(200);
    const change = { current_password: PASSWORD, new_password: 'another kettle harbour' };
    expect((await person.put('/v1/account/password', change)).status).toBe(204);
    expect((await stranger().post(second, { password: NEW_PASSWORD })).status).toBe(404);
  });

  it('revokes tokens where somebody wants that', async () => {
    const person = await Person.signUp(service);
    const { body } = await person.post<{ token: string }>('/v1/tokens', { name: 'x', permissions: ['credits:read'] });
    const { link } = await service.app.get(PasswordResets, { strict: false }).makeLink(person.email);
    expect(link).toMatch(/^https:\/\/check\.example\.org\/dashboard\/#\/reset\//);
    const path = `${ROUTE}/${link.split('/').at(-1)}`;
    expect((await stranger().post(path, { password: NEW_PASSWORD, revoke_tokens: true })).status).toBe(204);
    expect((await service.request('/v1/credits/balance', { token: body.token })).status).toBe(401);
  });

  it('sends again what a mail server puts off', async () => {
    const person = await Person.signUp(service);
    mailbox.refusals.push('451 4.3.0 later');
    await ask(person.email);
    expect(await mailbox.next(person.email)).toMatchObject({ subject: 'Choose a new password' });
  });

  it('bounds what one client asks for', async () => {
    const statuses = new Set<number>();
    for (let time = 0; time < 25; time += 1) statuses.add((await ask(`nobody.${time}@people.test`)).status);
    expect([...statuses]).toEqual([202, 429]);
  });

  it('says where the service sends no mail, and takes links of the operator all the same', async () => {
    const other = await makeSetUp(setUpName);
    const quiet = await TestService.start(other);
    try {
      const person = await Person.signUp(quiet);
      expect(await new Person(quiet).get(ROUTE)).toMatchObject({ status: 200, body: { by_mail: false } });
      expect(await new Person(quiet).post(ROUTE, { email: person.email })).toMatchObject({
        status: 202,
        body: { by_mail: false },
      });
      const { link } = await quiet.app.get(PasswordResets, { strict: false }).makeLink(String(person.id));
      expect(link).toMatch(/^\/dashboard\/#\/reset\//);
      const path = `${ROUTE}/${link.split('/').at(-1)}`;
      expect((await new Person(quiet).post(path, { password: NEW_PASSWORD })).status).toBe(204);
    } finally {
      await quiet.stop();
      await other.remove();
    }
  });
});
