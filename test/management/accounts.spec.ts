import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { Mailbox } from '../support/mailbox';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { PASSWORD, Person } from './person';

interface Plan {
  deleted_organizations: { id: number }[];
  organizations_in_the_way: { id: number }[];
  left_organizations: { id: number }[];
}

const address = () => `new-${Math.random().toString(36).slice(2)}@people.test`;

describe.each(setUps)('accounts, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let mailbox: Mailbox;

  beforeAll(async () => {
    [setUp, mailbox] = await Promise.all([makeSetUp(setUpName), Mailbox.open()]);
    const mail = {
      SMTP_SUBMISSION_URL: mailbox.url,
      MAIL_FROM: 'service@sender.test',
      PUBLIC_URL: 'https://check.example.org',
    };
    service = await BatchService.start({ ...setUp.env, ...mail }, new ScriptedEngine());
  });

  afterAll(async () => {
    await service.stop();
    await mailbox.close();
    await setUp.remove();
  });

  const site = (port: number) => ({
    request: (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init),
  });
  const signUp = () => Person.signUp(site(service.port));
  const stranger = () => new Person(site(service.port));
  const signIn = async (email: string) => (await stranger().post('/v1/session', { email, password: PASSWORD })).status;
  const rows = async (table: string, where: string, value: number) =>
    (await service.database.query(`SELECT * FROM ${table} WHERE ${where} = ?`, [value])).length;

  describe('another e-mail address', () => {
    it('is confirmed by a link that is sent there, once; the old one is told', async () => {
      const person = await signUp();
      const email = address();
      const wrong = await person.put<{ errors: object }>('/v1/account/email', { email, password: 'not the password' });
      expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['password']]);
      expect(await person.put('/v1/account/email', { email: email.toUpperCase(), password: PASSWORD })).toMatchObject({
        status: 200,
        body: { by_mail: true },
      });
      expect([await signIn(person.email), await signIn(email)]).toEqual([200, 401]);
      const link = `/v1/email-changes/${mailbox.secretOf(await mailbox.next(email))}`;
      expect((await mailbox.next(person.email)).subject).toBe('Another e-mail address for your account');
      expect(await stranger().get(link)).toMatchObject({ status: 200, body: { email } });
      const answers = await Promise.all([1, 2].map(() => stranger().post(link)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
      expect([await signIn(person.email), await signIn(email)]).toEqual([401, 200]);
      expect((await mailbox.next(person.email, 2)).subject).toBe('Your e-mail address was changed');
      expect((await person.get<{ account: { email: string } }>('/v1/session')).body.account.email).toBe(email);
    });

    it('is never one that somebody else has: the answer does not say so, and nothing is sent there', async () => {
      const [person, other] = [await signUp(), await signUp()];
      const { status, body } = await person.put('/v1/account/email', { email: other.email, password: PASSWORD });
      expect([status, body]).toEqual([200, { by_mail: true }]);
      await mailbox.next(person.email);
      expect(mailbox.mails.filter(({ to }) => to === other.email)).toEqual([]);
      // Nor when somebody took it after the link was sent.
      const late = address();
      await person.put('/v1/account/email', { email: late, password: PASSWORD });
      const link = `/v1/email-changes/${mailbox.secretOf(await mailbox.next(late))}`;
      await stranger().post('/v1/account', { email: late, password: PASSWORD });
      expect((await stranger().post(link)).status).toBe(404);
      expect(await signIn(person.email)).toBe(200);
    });

    it('is withdrawn with a change of the password', async () => {
      const person = await signUp();
      const email = address();
      await person.put('/v1/account/email', { email, password: PASSWORD });
      const link = `/v1/email-changes/${mailbox.secretOf(await mailbox.next(email))}`;
      const change = { current_password: PASSWORD, new_password: 'another kettle harbour' };
      expect((await person.put('/v1/account/password', change)).status).toBe(204);
      expect((await stranger().post(link)).status).toBe(404);
    });

    it('is taken at once where the service sends no mail, and refused if it has an account', async () => {
      const other = await makeSetUp(setUpName);
      const quiet = await BatchService.start(other.env, new ScriptedEngine());
      try {
        const person = await Person.signUp(site(quiet.port));
        const neighbour = await Person.signUp(site(quiet.port));
        const email = address();
        const taken = await person.put('/v1/account/email', { email: neighbour.email, password: PASSWORD });
        expect(taken).toMatchObject({ status: 422, body: { errors: { email: [expect.any(String)] } } });
        const done = await person.put('/v1/account/email', { email, password: PASSWORD });
        expect(done).toMatchObject({ status: 200, body: { by_mail: false } });
        const again = new Person(site(quiet.port));
        expect((await again.post('/v1/session', { email, password: PASSWORD })).status).toBe(200);
      } finally {
        await quiet.stop();
        await other.remove();
      }
    });
  });

  describe('the end of an account', () => {
    it('says first what becomes of its organizations, and waits for another owner', async () => {
      const owner = await signUp();
      const guest = await (await signUp()).joins(owner, 'member');
      const own = (await owner.post<{ id: number }>('/v1/organizations', { name: 'Mine alone' })).body.id;
      const plan = await owner.get<Plan>('/v1/account/deletion');
      expect(plan.body).toEqual({
        deleted_organizations: [{ id: own, name: 'Mine alone' }],
        organizations_in_the_way: [{ id: owner.organizationId, name: `${owner.email.split('@')[0]}'s organization` }],
        left_organizations: [],
      });
      const early = await owner.delete<{ errors: object }>('/v1/account', { password: PASSWORD });
      expect([early.status, Object.keys(early.body.errors)]).toEqual([422, ['account']]);
      expect((await owner.get('/v1/session')).status).toBe(200);
      await owner.patch(`/v1/organizations/${owner.organizationId}/members/${guest.id}`, { role: 'owner' });
      const wrong = await owner.delete('/v1/account', { password: 'not the password' });
      expect(wrong.status).toBe(422);
      const { body: token } = await owner.post<{ token: string }>('/v1/tokens', {
        name: 'x',
        permissions: ['validate:batch'],
      });
      const form = new FormData();
      form.set('name', 'Stays');
      form.set('file', new Blob(['email\nvalid.1@a.test\n']), 'list.csv');
      await owner.post(`/v1/organizations/${owner.organizationId}/batches`, form);
      expect((await owner.delete('/v1/account', { password: PASSWORD })).status).toBe(204);

      expect((await owner.get('/v1/session')).status).toBe(401);
      expect(await signIn(owner.email)).toBe(401);
      const asked = await service.request(token, '');
      expect(asked.status).toBe(401);
      for (const table of ['sessions', 'tokens', 'memberships', 'account_links']) {
        expect([table, await rows(table, 'account_id', owner.id)]).toEqual([table, 0]);
      }
      await eventually('its own organization is gone', async () => (await rows('organizations', 'id', own)) === 0);
      const lists = await guest.get<{ batches: object[] }>(`/v1/organizations/${owner.organizationId}/batches`);
      expect(lists.body.batches).toMatchObject([{ name: 'Stays' }]);
      const log = await guest.get<{ entries: object[] }>(`/v1/organizations/${owner.organizationId}/audit`);
      expect(log.body.entries[0]).toMatchObject({
        action: 'leaving',
        account_id: owner.id,
        account_email: null,
        account_name: null,
      });
      // The address is free again.
      expect((await stranger().post('/v1/account', { email: owner.email, password: PASSWORD })).status).toBe(201);
    });

    it('never leaves an organization without an owner, whoever goes at the same time', async () => {
      for (let round = 0; round < 4; round += 1) {
        const owner = await signUp();
        const second = await (await signUp()).joins(owner, 'owner');
        await (await signUp()).joins(owner, 'member');
        const answers = await Promise.all(
          [owner, second].map((one) => one.delete('/v1/account', { password: PASSWORD })),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([204, 422]);
        const owners = await service.database.query(
          "SELECT account_id FROM memberships WHERE organization_id = ? AND role = 'owner'",
          [owner.organizationId],
        );
        expect(owners).toHaveLength(1);
      }
    });
  });

  it('tokens show their last characters', async () => {
    const person = await signUp();
    const made = await person.post<{ token: string; hint: string }>('/v1/tokens', {
      name: 'x',
      permissions: ['credits:read'],
    });
    expect(made.body.hint).toBe(made.body.token.slice(-4));
    const { body } = await person.get<{ hint: string | null }[]>('/v1/tokens');
    expect(body).toMatchObject([{ hint: made.body.hint }]);
    await service.database.execute('UPDATE tokens SET hint = NULL WHERE account_id = ?', [person.id]);
    expect((await person.get('/v1/tokens')).body).toMatchObject([{ hint: null }]);
  });
});
