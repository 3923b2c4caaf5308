import { DataSource } from 'typeorm';
import { ActorUsageRetention } from '../../src/credits/actor-usage-retention';
import { UsageActor } from '../../src/credits/usage-actor.entity';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Person } from './person';

interface Line {
  kind: string;
  at: string;
  amount: number;
  is_set_aside: boolean;
  checks: number | null;
  list: { id: number; name: string | null; status: string | null } | null;
  by: { account_id: number | null; name: string | null; email: string | null; token_name: string | null } | null;
  reason: string | null;
}
interface Page {
  lines: Line[];
  next_before: string | null;
}
interface Actor {
  email: string | null;
  token_name: string | null;
  checks: number;
  rows: number;
  credits: number;
}

const DAY_MS = 86_400_000;

describe.each(setUps)('the ledger as people read it, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let isHeld = false;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    // Addresses at `held.test` are answered when nothing is held any more.
    const engine = new ScriptedEngine(async (address) => {
      if (address.endsWith('@held.test')) await eventually('addresses are let go', () => !isHeld);
    });
    service = await BatchService.start(setUp.env, engine);
  });

  afterEach(() => {
    isHeld = false;
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const signUp = (name?: string): Promise<Person> =>
    Person.signUp({ request: (path, init) => fetch(`http://127.0.0.1:${service.port}${path}`, init) }, name);
  const own = (person: Person, rest: string, organizationId = person.organizationId) =>
    `/v1/organizations/${organizationId}${rest}`;

  async function upload(person: Person, addresses: readonly string[], name: string): Promise<number> {
    const form = new FormData();
    form.set('name', name);
    form.set('file', new Blob([`email\n${addresses.join('\n')}\n`]), 'list.csv');
    const { status, body } = await person.post<{ id: number }>(own(person, '/batches'), form);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.id;
  }

  const isCompleted = (person: Person, id: number) =>
    eventually(`batch ${id} is completed`, async () => {
      const { body } = await person.get<{ status: string }>(own(person, `/batches/${id}`));
      return body.status === 'completed';
    });

  async function check(person: Person, email: string, organizationId?: number): Promise<void> {
    expect((await person.post(own(person, '/check', organizationId), { email })).status).toBe(200);
  }

  async function tokenOf(person: Person, name: string): Promise<string> {
    const { body } = await person.post<{ token: string }>('/v1/tokens', { name, permissions: ['validate:single'] });
    return body.token;
  }

  async function checkWith(token: string, email: string): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${service.port}/v1/validate/single`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    expect(response.status).toBe(200);
  }

  /** Page by page, and that they sum to the balance. */
  async function lines(person: Person, query = 'limit=100'): Promise<Line[]> {
    const all: Line[] = [];
    for (let before: string | null = null; ;) {
      const { body }: { body: Page } = await person.get<Page>(
        own(person, `/credits/ledger?${query}${before === null ? '' : `&before=${before}`}`),
      );
      all.push(...body.lines);
      before = body.next_before;
      if (before === null) return all;
    }
  }

  const sum = (all: readonly Line[]): number => all.reduce((total, { amount }) => total + amount, 0);

  it('has one line for a list, with its cost, its name and who sent it, also when it is deleted', async () => {
    const person = await signUp('Lena List');
    const id = await upload(person, ['valid.1@a.test', 'valid.1@a.test', 'unknown.1@a.test'], 'Spring');
    await isCompleted(person, id);
    const by = { account_id: person.id, name: 'Lena List', email: person.email, token_id: null, token_name: null };
    const rest = {
      kind: 'list',
      amount: -1,
      is_set_aside: false,
      checks: null,
      organization_name: null,
      by,
      reason: null,
    };
    expect(await lines(person)).toEqual([
      { ...rest, at: expect.any(String) as string, list: { id, name: 'Spring', status: 'completed' } },
      expect.objectContaining({ kind: 'free', amount: 100, list: null, by: null }),
    ]);
    expect((await person.delete(own(person, `/batches/${id}`))).status).toBe(204);
    expect((await lines(person))[0]).toMatchObject({ ...rest, list: { id, name: 'Spring', status: null } });
    expect(sum(await lines(person))).toBe(await service.balance(person.organizationId));
  });

  it('says what is set aside for a list at work', async () => {
    const person = await signUp();
    isHeld = true;
    const id = await upload(person, ['valid.1@held.test', 'unknown.2@held.test'], 'At work');
    expect((await lines(person))[0]).toMatchObject({ kind: 'list', amount: -2, is_set_aside: true });
    isHeld = false;
    await isCompleted(person, id);
    expect((await lines(person))[0]).toMatchObject({ kind: 'list', amount: -1, is_set_aside: false });
  });

  it('folds single checks by day, member and token, and comes by pages without a gap or a repeat', async () => {
    const owner = await signUp('Olive Owner');
    const member = await (await signUp('Mark Member')).joins(owner, 'member');
    const shop = await tokenOf(owner, 'Web shop');
    for (const number of [1, 2, 3]) await check(owner, `valid.${number}@day.test`);
    await check(owner, 'valid.1@day.test');
    await check(member, 'valid.4@day.test', owner.organizationId);
    for (const number of [5, 6]) await checkWith(shop, `valid.${number}@day.test`);
    await isCompleted(owner, await upload(owner, ['valid.7@day.test'], 'Between'));
    service.clock.forward(DAY_MS);
    await checkWith(shop, 'valid.8@day.test');

    const all = await lines(owner);
    const told = all.map(({ kind, amount, checks, by }) => [kind, amount, checks, by?.token_name ?? by?.name ?? null]);
    expect(told[0]).toEqual(['checks', -1, 1, 'Web shop']);
    const day = [
      ['checks', -3, 3, 'Olive Owner'],
      ['checks', -1, 1, 'Mark Member'],
      ['checks', -2, 2, 'Web shop'],
    ];
    // Within a day by account and token.
    expect(told.slice(1, 4).sort()).toEqual(day.sort());
    expect(told.slice(4)).toEqual([
      ['list', -1, null, 'Olive Owner'],
      ['free', 100, null, null],
    ]);
    expect(sum(all)).toBe(await service.balance(owner.organizationId));
    for (const limit of [1, 2, 4]) expect(await lines(owner, `limit=${limit}`)).toEqual(all);
    expect(await lines(owner, 'kind=checks&limit=2')).toEqual(all.filter(({ kind }) => kind === 'checks'));
    expect(await lines(owner, 'kind=list,free')).toEqual(all.filter(({ kind }) => kind !== 'checks'));

    const { body } = await owner.get<{ actors: Actor[] }>(own(owner, '/usage/actors?days=7'));
    expect(
      body.actors.map(({ email, token_name, checks, rows, credits }) => [email, token_name, checks, rows, credits]),
    ).toEqual([
      [owner.email, null, 3, 1, 4],
      [owner.email, 'Web shop', 3, 0, 3],
      [member.email, null, 1, 0, 1],
    ]);
    const today = await owner.get<{ actors: Actor[] }>(own(owner, '/usage/actors?days=1'));
    expect(today.body.actors).toMatchObject([{ token_name: 'Web shop', checks: 1, credits: 1 }]);
  });

  it('forgets after 400 days who used what, and keeps what it came to', async () => {
    const owner = await signUp('Olive Owner');
    const member = await (await signUp('Mark Member')).joins(owner, 'member');
    const shop = await tokenOf(owner, 'Web shop');
    for (const number of [1, 2]) await check(owner, `valid.${number}@long-ago.test`);
    await check(member, 'valid.3@long-ago.test', owner.organizationId);
    await checkWith(shop, 'valid.4@long-ago.test');
    const ageBy = (days: number) =>
      service.database.execute('UPDATE usage_actors SET day = day - ? WHERE organization_id = ?', [
        days,
        owner.organizationId,
      ]);
    // Two processes, each with a memory of its own, that do it at the same time.
    const sweep = () =>
      Promise.all(
        [1, 2].map(() =>
          new ActorUsageRetention(
            service.app.get(DataSource).getRepository(UsageActor),
            service.database,
            service.clock,
          ).sweep(),
        ),
      );
    await ageBy(400);
    expect(await sweep()).toEqual([true, true]);
    expect((await lines(owner, 'kind=checks')).map(({ by }) => by?.name).sort()).toEqual(
      ['Mark Member', 'Olive Owner', 'Olive Owner'].sort(),
    );
    await ageBy(1);
    for (let again = 0; again < 2; again += 1) {
      expect(await sweep()).toEqual([true, true]);
      const all = await lines(owner);
      expect(all.map(({ kind, amount, checks, by }) => [kind, amount, checks, by])).toEqual([
        ['free', 100, null, null],
        ['checks', -4, 4, null],
      ]);
      expect(sum(all)).toBe(await service.balance(owner.organizationId));
    }
  });

  it('is exact when many ask at once', async () => {
    const person = await signUp();
    const token = await tokenOf(person, 'Fast');
    await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        number % 2 === 0 ? check(person, `valid.${number}@many.test`) : checkWith(token, `valid.${number}@many.test`),
      ),
    );
    const all = await lines(person);
    expect(all.filter(({ kind }) => kind === 'checks').map(({ amount, checks }) => [amount, checks])).toEqual([
      [-20, 20],
      [-20, 20],
    ]);
    expect(sum(all)).toBe(await service.balance(person.organizationId));
  });

  it('comes as a file, and so does the use of each day, safe to open in a spreadsheet', async () => {
    const person = await signUp('Fay File');
    await isCompleted(person, await upload(person, ['valid.1@a.test'], '=cmd|x!A1, "quoted"'));
    for (const number of [1, 2]) await check(person, `valid.${number}@b.test`);
    const ledger = await person.get<string>(own(person, '/credits/ledger.csv'));
    expect([ledger.status, ledger.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(ledger.headers.get('content-disposition')).toContain('credits.csv');
    const today = new Date(service.clock.now()).toISOString().slice(0, 10);
    const records = ledger.body.replace(/^\ufeff/, '').split('\r\n');
    expect(records[0]).toBe('date,what,credits,set_aside,checks,list,list_id,organization,by,token,reason');
    expect(records[1]).toBe(`${today},checks,-2,false,2,,,,${person.email},,`);
    expect(records[2]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,list,-1,false,,"'=cmd\|x!A1, ""quoted""",\d+,/);
    expect(records.slice(3)).toEqual([expect.stringContaining(',free,100,') as string, '']);
    const only = await person.get<string>(own(person, '/credits/ledger.csv?kind=free'));
    expect(only.body.trim().split('\r\n')).toHaveLength(2);
    const usage = await person.get<string>(own(person, '/usage.csv?days=7'));
    expect(usage.headers.get('content-disposition')).toContain('usage.csv');
    expect(usage.body.trim().split('\r\n')).toHaveLength(8);
    expect(usage.body).toContain(`\r\n${today},3,0,0,0,0,3\r\n`);
  });

  it('is streamed, however long it is', async () => {
    const person = await signUp();
    const values = Array.from({ length: 1500 }, (_, index) => `(${person.organizationId}, 0, 'grant', 'g${index}', 1)`);
    await service.database.execute(
      `INSERT INTO credit_entries (organization_id, amount, kind, cause, created_at) VALUES ${values.join(', ')}`,
    );
    const { body } = await person.get<string>(own(person, '/credits/ledger.csv'));
    expect(body.trim().split('\r\n')).toHaveLength(1 + 1500 + 1);
  });

  it('is read by its members alone, and refuses what no page gave', async () => {
    const person = await signUp();
    const stranger = await signUp();
    for (const rest of ['/credits/ledger', '/credits/ledger.csv', '/usage.csv', '/usage/actors']) {
      expect([rest, (await stranger.get(own(stranger, rest, person.organizationId))).status]).toEqual([rest, 404]);
    }
    for (const query of ['before=x', 'before=12.1', 'kind=hold', 'kind=list,x', 'limit=0', 'limit=101']) {
      expect([query, (await person.get(own(person, `/credits/ledger?${query}`))).status]).toEqual([query, 400]);
    }
  });
});
