import { TokensService } from '../../src/auth/tokens.service';
import { Person } from '../management/person';
import { signUpOperator } from '../operator/operator';
import { ScriptedEngine } from '../batches/scripted-engine';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { IdempotencyService, newKey, toldOf, type Told } from './idempotency-service';

const AT_A_TIME = 50;

/** A call that makes something. */
interface Creation {
  path: (of: Organization) => string;
  body: (of: Organization) => unknown;
  /** The same call with another payload. */
  other: (of: Organization) => unknown;
  /** The rows that it makes one of. */
  table: string;
  /** Of the answer, what is shown only now. */
  secret?: string;
  status?: number;
  by?: 'operator';
}

interface Organization {
  person: Person;
  id: number;
  batchId: number;
}

function form(name: string): FormData {
  const data = new FormData();
  data.set('name', name);
  data.set('file', new Blob(['email\nvalid.1@form.test\n']), 'list.csv');
  return data;
}

const organization = ({ id }: Organization, rest: string): string => `/v1/organizations/${id}${rest}`;

const CREATIONS: Record<string, Creation> = {
  organization: {
    path: () => '/v1/organizations',
    body: () => ({ name: 'Second' }),
    other: () => ({ name: 'Third' }),
    table: 'organizations',
  },
  token: {
    path: () => '/v1/tokens',
    body: () => ({ name: 'ci', permissions: ['credits:read'], expires_in_days: 9 }),
    other: () => ({ name: 'ci', permissions: ['credits:read'], expires_in_days: 10 }),
    table: 'tokens',
    secret: 'token',
  },
  grant: {
    path: ({ id }) => `/v1/operator/organizations/${id}/grants`,
    body: () => ({ amount: 70, reason: 'gift' }),
    other: () => ({ amount: 71, reason: 'gift' }),
    table: 'credit_entries',
    status: 200,
    by: 'operator',
  },
  'source of feedback': {
    path: (of) => organization(of, '/feedback/sources'),
    body: () => ({ provider: 'postmark', name: 'Mails' }),
    other: () => ({ provider: 'mailgun', name: 'Mails' }),
    table: 'feedback_sources',
    secret: 'url',
  },
  webhook: {
    path: (of) => organization(of, '/webhooks'),
    body: () => ({ url: 'https://hooks.example.org/a' }),
    other: () => ({ url: 'https://hooks.example.org/b' }),
    table: 'webhook_endpoints',
    secret: 'secret',
  },
  invitation: {
    path: (of) => organization(of, '/invitations'),
    body: () => ({ email: 'guest@people.test', role: 'member' }),
    other: () => ({ email: 'guest@people.test', role: 'admin' }),
    table: 'invitations',
    secret: 'link',
  },
  'link to a summary': {
    path: (of) => organization(of, `/batches/${of.batchId}/links`),
    body: () => ({ days: 3 }),
    other: () => ({ days: 4 }),
    table: 'summary_links',
    secret: 'link',
  },
  list: {
    path: (of) => organization(of, '/batches'),
    body: () => form('List'),
    other: () => form('Another'),
    table: 'batches',
  },
  check: {
    path: (of) => organization(of, '/check'),
    body: () => ({ email: 'valid.1@checked.test' }),
    other: () => ({ email: 'valid.2@checked.test' }),
    table: 'credit_entries',
    status: 200,
  },
};

describe.each(setUps)('what people make, sent again under its Idempotency-Key, %s', (setUpName) => {
  let setUp: SetUp;
  let keyed: IdempotencyService;
  let operator: Person;
  let of: Organization;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    keyed = await IdempotencyService.start(
      { ...setUp.env, SIGN_UPS_PER_DAY: '1000', PUBLIC_URL: 'https://check.example.org' },
      new ScriptedEngine(),
    );
    operator = await signUpOperator(keyed.service.app, site());
  });

  beforeEach(async () => {
    const person = await Person.signUp(site());
    const { body } = await person.post<{ id: number }>(
      `/v1/organizations/${person.organizationId}/batches`,
      form('First'),
    );
    of = { person, id: person.organizationId, batchId: body.id };
  });

  afterAll(async () => {
    await keyed.stop();
    await setUp.remove();
  });

  const site = () => ({
    request: (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${keyed.service.port}${path}`, init),
  });

  async function send({ path, by }: Creation, body: unknown, key: string): Promise<Told> {
    const who = by === 'operator' ? operator : of.person;
    const headers = { 'X-CSRF': '1', 'Idempotency-Key': key };
    const answer = await who.ask('POST', path(of), body, headers);
    return toldOf(answer.status, answer.headers, answer.body);
  }

  describe.each(Object.entries(CREATIONS))('%s', (_, creation) => {
    it('is made once, and answered again in the same words', async () => {
      const key = newKey();
      const before = await keyed.count(creation.table);
      const first = await send(creation, creation.body(of), key);
      expect(first).toMatchObject({ status: creation.status ?? 201, isReplay: false });
      expect(Object.keys(first.body)).toContain(creation.secret ?? Object.keys(first.body)[0]);
      expect(await send(creation, creation.body(of), key)).toEqual({ ...first, isReplay: true });
      // A process that died when it was made, and had answered nobody.
      await keyed.loseAnswers();
      expect(await send(creation, creation.body(of), key)).toEqual({ ...first, isReplay: true });
      expect(await send(creation, creation.body(of), key)).toEqual({ ...first, isReplay: true });
      expect((await send(creation, creation.other(of), key)).status).toBe(422);
      expect(await keyed.count(creation.table)).toBe(before + 1);
    });

    it('is made again under another key, or another way', async () => {
      const before = await keyed.count(creation.table);
      await send(creation, creation.body(of), newKey());
      const other = await send(creation, creation.other(of), newKey());
      expect(other).toMatchObject({ status: creation.status ?? 201, isReplay: false });
      // The later invitation of an address takes the place of the earlier one.
      expect(await keyed.count(creation.table)).toBe(before + (creation.table === 'invitations' ? 1 : 2));
    });
  });

  it.each(['token', 'grant', 'webhook'])('a %s that fifty ask for at once is made once', async (name) => {
    const creation = CREATIONS[name]!;
    const [key, before] = [newKey(), await keyed.count(creation.table)];
    const told = await Promise.all(Array.from({ length: AT_A_TIME }, () => send(creation, creation.body(of), key)));
    const made = told.filter(({ status, isReplay }) => status === (creation.status ?? 201) && !isReplay);
    expect(made).toHaveLength(1);
    const again = { ...made[0]!, isReplay: true };
    const rest = told.filter((one) => one !== made[0] && one.status !== 409);
    expect(rest.filter((one) => JSON.stringify(one) !== JSON.stringify(again))).toEqual([]);
    expect(await send(creation, creation.body(of), key)).toEqual(again);
    expect(await keyed.count(creation.table)).toBe(before + 1);
  });

  it('a token that is made twice over by a holder who was thought dead is made once', async () => {
    const tokens = keyed.service.app.get(TokensService);
    const create = tokens.create.bind(tokens);
    const creation = CREATIONS['token']!;
    const [key, before] = [newKey(), await keyed.count('tokens')];
    let second: Told | null = null;
    tokens.create = async (request) => {
      tokens.create = create;
      // The first has the key and stands still; its lease ends, and the second does it.
      await keyed.endLeases();
      second = await send(creation, creation.body(of), key);
      return create(request);
    };
    const first = await send(creation, creation.body(of), key);
    expect(second).toMatchObject({ status: 201, isReplay: false });
    expect(first).toMatchObject({ status: 503, retryAfter: '1' });
    expect(await send(creation, creation.body(of), key)).toEqual({ ...second!, isReplay: true });
    expect(await keyed.count('tokens')).toBe(before + 1);
  });

  it('makes what was one too many under the same key, once another is gone', async () => {
    const creation = CREATIONS['webhook']!;
    const ids: string[] = [];
    let told = await send(creation, creation.body(of), newKey());
    let key = '';
    while (told.status === 201) {
      ids.push(String(told.body['id']));
      key = newKey();
      told = await send(creation, creation.body(of), key);
    }
    expect(told).toMatchObject({ status: 422, body: { message: expect.stringMatching(/ at most\.$/) as string } });
    await of.person.delete(organization(of, `/webhooks/${ids[0] ?? ''}`));
    expect(await send(creation, creation.body(of), key)).toMatchObject({ status: 201, isReplay: false });
  });

  it('keeps no secret that can be read in the database', async () => {
    const secrets: string[] = [];
    for (const creation of Object.values(CREATIONS)) {
      if (creation.secret === undefined) continue;
      const { body } = await send(creation, creation.body(of), newKey());
      secrets.push(String(body[creation.secret]).split('/').at(-1)!);
    }
    const rows = await keyed.service.database.query<Record<string, unknown>>('SELECT * FROM idempotency_keys');
    const texts = rows.map((row) => {
      return Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)));
    });
    const all = texts.flat().join('\n');
    expect(secrets).toHaveLength(5);
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });

  it('tells other people of one organization what was made there, and nobody else', async () => {
    const creation = CREATIONS['webhook']!;
    const key = newKey();
    const first = await send(creation, creation.body(of), key);
    const admin = await (await Person.signUp(site())).joins(of.person, 'admin');
    const host = of.person;
    of = { ...of, person: admin };
    expect(await send(creation, creation.body(of), key)).toEqual({ ...first, isReplay: true });
    // What is made by an account for itself is its own.
    const token = CREATIONS['token']!;
    const mine = await send(token, token.body(of), key);
    of = { ...of, person: host };
    const his = await send(token, token.body(of), key);
    expect([mine.status, his.status, his.isReplay]).toEqual([201, 201, false]);
    expect(his.body['token']).not.toBe(mine.body['token']);
  });

  it('forgets what an account made for itself when the account is deleted', async () => {
    const token = CREATIONS['token']!;
    await send(token, token.body(of), newKey());
    expect(await keyed.count('idempotency_keys', `account_id = ${of.person.id}`)).toBe(1);
    const gone = await of.person.delete('/v1/account', { password: 'violet kettle harbour' });
    expect(gone.status).toBe(204);
    expect(await keyed.count('idempotency_keys', `account_id = ${of.person.id}`)).toBe(0);
  });
});
