import type { BatchResponse } from '../../src/batches/api/batch.response';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { PASSWORD, Person } from './person';

interface Day {
  date: string;
  valid: number;
  catch_all: number;
  risky: number;
  invalid: number;
  unknown: number;
  credits: number;
}

describe.each(setUps)('lists of people, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let engine: ScriptedEngine;
  let isHeld = false;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    // Addresses at `held.test` are answered when nothing is held any more.
    engine = new ScriptedEngine(async (address) => {
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

  function signUp(): Promise<Person> {
    return Person.signUp({
      request: (path, init) => fetch(`http://127.0.0.1:${service.port}${path}`, init),
    });
  }

  const path = (person: Person, rest = '') => `/v1/organizations/${person.organizationId}/batches${rest}`;

  async function upload(person: Person, addresses: readonly string[], name = 'A list'): Promise<number> {
    const form = new FormData();
    form.set('name', name);
    form.set('file', new Blob([`email\n${addresses.join('\n')}\n`]), 'list.csv');
    const { status, body } = await person.post<{ id: number }>(path(person), form);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.id;
  }

  const read = async (person: Person, id: number) => (await person.get<BatchResponse>(path(person, `/${id}`))).body;

  const credits = async (person: Person) =>
    (await person.get<{ balance: number; held: number }>(`/v1/organizations/${person.organizationId}/credits`)).body;

  async function completed(person: Person, id: number): Promise<BatchResponse> {
    await eventually(`batch ${id} is completed`, async () => (await read(person, id)).status === 'completed');
    return read(person, id);
  }

  const addresses = (kind: string, count: number, domain = 'a.test') =>
    Array.from({ length: count }, (_, index) => `${kind}.${index}@${domain}`);

  it('are uploaded, worked on and downloaded with the session alone', async () => {
    const person = await signUp();
    const id = await upload(person, ['valid.1@a.test', 'invalid.1@a.test', 'not an address']);
    expect(await completed(person, id)).toMatchObject({ valid_count: 1, invalid_count: 2, credits_used: 2 });
    const { status, headers, body } = await person.get<string>(path(person, `/${id}/download?status=valid`));
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/csv; charset=utf-8' });
    expect(body.split('\r\n')).toEqual([
      expect.stringMatching(/^email,status,/) as string,
      expect.stringMatching(/^valid\.1@a\.test,valid,/) as string,
      '',
    ]);
  });

  it('come by pages, the newest first, by state and by a part of the name', async () => {
    const person = await signUp();
    const ids: number[] = [];
    for (const name of ['News 100%', 'News_1', 'Other', 'other news'])
      ids.push(await upload(person, ['valid.1@a.test'], name));
    for (const id of ids) await completed(person, id);
    const pageOf = async (query: string) => {
      const { body } = await person.get<{ batches: BatchResponse[]; next_before: number | null }>(path(person, query));
      return { names: body.batches.map(({ name }) => name), next: body.next_before };
    };
    expect(await pageOf('')).toEqual({ names: ['other news', 'Other', 'News_1', 'News 100%'], next: null });
    const first = await pageOf('?limit=3');
    expect(first).toEqual({ names: ['other news', 'Other', 'News_1'], next: ids[1] });
    expect(await pageOf(`?limit=3&before=${first.next}`)).toEqual({ names: ['News 100%'], next: null });
    expect((await pageOf('?name=NEWS')).names).toEqual(['other news', 'News_1', 'News 100%']);
    expect((await pageOf('?name=0%25')).names).toEqual(['News 100%']);
    expect((await pageOf('?name=s_1')).names).toEqual(['News_1']);
    expect((await pageOf('?status=completed')).names).toHaveLength(4);
    expect((await pageOf('?status=cancelled')).names).toEqual([]);
    for (const query of ['?status=uploading', '?limit=0', '?limit=101', '?before=x']) {
      expect((await person.get(path(person, query))).status).toBe(400);
    }
  });

  it('are listed for tokens with the permission, those of the organization alone', async () => {
    const customer = await service.customer();
    const other = await service.customer();
    const id = await service.create(customer, ['valid.1@a.test']);
    await service.create(other, ['valid.1@a.test']);
    await service.completed(customer, id);
    const response = await service.request(customer, '?status=completed');
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 200,
      body: { batches: [{ id, status: 'completed', progress: 100 }], next_before: null },
    });
  });

  it('say who sent them, to all members and to nobody else, and what is set aside for them', async () => {
    interface Listed extends BatchResponse {
      credits_held: number;
      by: { account_id: number; name: string | null; email: string | null; token_name: string | null } | null;
    }
    const owner = await signUp();
    const member = await (await signUp()).joins(owner, 'member');
    const viewer = await (await signUp()).joins(owner, 'viewer');
    await member.patch('/v1/account', {
      name: 'Mark Member',
      default_organization_id: owner.organizationId,
    });
    const { body: made } = await member.post<{ id: string; token: string }>('/v1/tokens', {
      name: 'Web shop',
      permissions: ['validate:batch'],
    });
    const program = { token: made.token, organizationId: owner.organizationId };
    isHeld = true;
    const own = await upload(owner, addresses('valid', 5, 'held.test'), 'Own');
    const byToken = await service.create(program, ['valid.1@a.test', 'valid.2@held.test']);
    const free = await service.create(program, ['not an address']);
    const about = async (person: Person, id: number) =>
      (await person.get<Listed>(`/v1/organizations/${owner.organizationId}/batches/${id}`)).body;
    const by = { account_id: member.id, name: 'Mark Member', email: member.email };
    for (const person of [owner, member, viewer]) {
      expect(await about(person, own)).toMatchObject({
        credits_held: 5,
        by: { account_id: owner.id, name: null, email: owner.email, token_id: null, token_name: null },
      });
      // A list that could cost nothing has set nothing aside.
      expect(await about(person, free)).toMatchObject({
        credits_held: 0,
        by: { ...by, token_id: made.id, token_name: 'Web shop' },
      });
    }
    await eventually('one of two is answered', async () => (await about(owner, byToken)).processed_count === 1);
    expect(await about(owner, byToken)).toMatchObject({ credits_held: 1, credits_used: 1 });
    const { body: page } = await viewer.get<{ batches: Listed[] }>(`/v1/organizations/${owner.organizationId}/batches`);
    expect(page.batches.map((batch) => [batch.id, batch.by?.email, batch.by?.token_name])).toEqual([
      [free, member.email, 'Web shop'],
      [byToken, member.email, 'Web shop'],
      [own, owner.email, null],
    ]);
    // Programs get the specification's resource, and whoever has a link the numbers.
    expect(Object.keys(await service.status(program, byToken))).not.toEqual(expect.arrayContaining(['by']));
    const { body: shared } = await owner.post<{ link: string }>(path(owner, `/${byToken}/links`), { days: 1 });
    const summary = await fetch(
      `http://127.0.0.1:${service.port}/v1/shared-summaries/${shared.link.split('/').at(-1) ?? ''}`,
    );
    expect(summary.status).toBe(200);
    expect(await summary.text()).not.toMatch(/Mark Member|Web shop|@|credits/);
    isHeld = false;
    await completed(owner, own);
    await eventually('the other has ended', async () => (await about(owner, byToken)).status === 'completed');
    expect(await about(owner, own)).toMatchObject({ credits_held: 0, credits_used: 5 });
    // Whose account is gone has no name any more; the list stays.
    expect((await member.delete('/v1/account', { password: PASSWORD })).status).toBe(204);
    expect((await about(owner, byToken)).by).toMatchObject({ account_id: member.id, name: null, email: null });
  });

  it('can be cancelled: what is not answered is not charged, what is answered can be had', async () => {
    const person = await signUp();
    isHeld = true;
    const id = await upload(person, [...addresses('valid', 30), ...addresses('valid', 20, 'held.test')]);
    expect(await service.balance(person.organizationId)).toBe(50);
    expect((await credits(await signUp())).held).toBe(0);
    await eventually('the first answers are saved', async () => (await read(person, id)).processed_count > 0);
    const { held, balance } = await credits(person);
    expect(balance).toBe(50);
    expect(held).toBeGreaterThanOrEqual(20);
    expect(held).toBeLessThan(50);
    const cancelled = await person.post<BatchResponse>(path(person, `/${id}/cancel`));
    const { processed_count: processed, credits_used: used } = cancelled.body;
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', total_count: 50 } });
    expect(processed).toBeLessThanOrEqual(30);
    expect(used).toBe(processed);
    expect(await credits(person)).toMatchObject({ balance: 100 - used, held: 0 });
    // The chunks in flight get their answers now, and must not be counted.
    isHeld = false;
    await eventually('nothing is asked any more', () => engine.inFlight === 0);
    const [open] = await service.database.query<{ n: number }>(
      "SELECT COUNT(*) AS n FROM batch_chunks WHERE batch_id = ? AND state = 'pending'",
      [id],
    );
    expect(open?.n).toBe(0);
    expect(await read(person, id)).toEqual(cancelled.body);
    expect(await service.balance(person.organizationId)).toBe(100 - used);
    const { body } = await person.get<string>(path(person, `/${id}/download`));
    const rows = body.trimEnd().split('\r\n').slice(1);
    expect(rows).toHaveLength(50);
    expect(rows.filter((row) => row.includes(',valid,'))).toHaveLength(processed);
    expect(rows.filter((row) => /^valid\.\d+@(a|held)\.test,{10}$/.test(row))).toHaveLength(50 - processed);
    // Twice is no error.
    expect((await person.post<BatchResponse>(path(person, `/${id}/cancel`))).body).toEqual(cancelled.body);
    expect(await service.balance(person.organizationId)).toBe(100 - used);
  });

  it('give everything back when they are cancelled before the first answer', async () => {
    const person = await signUp();
    isHeld = true;
    const id = await upload(person, addresses('valid', 40, 'held.test'));
    const { body } = await person.post<BatchResponse>(path(person, `/${id}/cancel`));
    expect(body).toMatchObject({ status: 'cancelled', processed_count: 0, credits_used: 0 });
    expect(await service.balance(person.organizationId)).toBe(100);
    const download = await person.get<string>(path(person, `/${id}/download?status=valid`));
    expect(download.body.trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('end once, when the last answer and the cancel come together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await signUp();
      const id = await upload(person, addresses('valid', 10));
      await Promise.all([
        person.post(path(person, `/${id}/cancel`)),
        eventually('a moment', () => engine.inFlight === 0),
      ]);
      await eventually('it has ended', async () =>
        ['cancelled', 'completed'].includes((await read(person, id)).status),
      );
      const { credits_used: used, processed_count: processed } = await read(person, id);
      expect(used).toBe(processed);
      expect(await service.balance(person.organizationId)).toBe(100 - used);
    }
  });

  it('cannot be cancelled when they are completed, nor deleted while they are worked on', async () => {
    const person = await signUp();
    const done = await upload(person, ['valid.1@a.test']);
    await completed(person, done);
    expect(await person.post(path(person, `/${done}/cancel`))).toMatchObject({
      status: 422,
      body: { error: 'Invalid request', message: expect.stringMatching(/completed/) as string },
    });
    isHeld = true;
    const running = await upload(person, addresses('valid', 5, 'held.test'));
    expect(await person.delete(path(person, `/${running}`))).toMatchObject({
      status: 422,
      body: { error: 'Invalid request', message: expect.stringMatching(/cancel it first/) as string },
    });
    await person.post(path(person, `/${running}/cancel`));
    for (const id of [done, running]) {
      expect((await person.delete(path(person, `/${id}`))).status).toBe(204);
      expect((await person.get(path(person, `/${id}`))).status).toBe(404);
      expect((await person.get(path(person, `/${id}/download`))).status).toBe(404);
    }
    expect(
      await service.database.query('SELECT 1 FROM batch_chunks WHERE batch_id IN (?, ?)', [done, running]),
    ).toEqual([]);
    expect(await service.balance(person.organizationId)).toBe(99);
  });

  it('keep no chunk on the list when the process died between a cancel and its clean-up', async () => {
    const person = await signUp();
    isHeld = true;
    const id = await upload(person, addresses('valid', 5, 'held.test'));
    await person.post(path(person, `/${id}/cancel`));
    await service.database.execute("UPDATE batch_chunks SET state = 'pending' WHERE batch_id = ?", [id]);
    await service.app.get(MaintenanceService).sweep();
    const states = await service.database.query('SELECT DISTINCT state FROM batch_chunks WHERE batch_id = ?', [id]);
    expect(states).toEqual([{ state: 'cancelled' }]);
  });

  it('and single checks are counted by day and status, with what they cost', async () => {
    const person = await signUp();
    const own = `/v1/organizations/${person.organizationId}`;
    const file = [
      'valid.1@a.test',
      'valid.1@a.test',
      'catchall.1@a.test',
      'full.1@a.test',
      'invalid.1@a.test',
      'unknown.1@a.test',
    ];
    const id = await upload(person, file);
    await completed(person, id);
    for (const email of ['valid.2@a.test', 'valid.2@a.test', 'unknown.2@a.test']) {
      expect((await person.post(`${own}/check`, { email })).status).toBe(200);
    }
    const { body } = await person.get<{ days: Day[] }>(`${own}/usage?days=7`);
    expect(body.days).toHaveLength(7);
    expect(body.days.at(-1)).toEqual({
      date: new Date().toISOString().slice(0, 10),
      valid: 3,
      catch_all: 1,
      risky: 1,
      invalid: 1,
      unknown: 2,
      credits: 6,
    });
    expect(body.days[0]).toMatchObject({ valid: 0, credits: 0 });
    expect(await service.balance(person.organizationId)).toBe(94);
    for (const days of ['0', '367', 'x', '1.5'])
      expect((await person.get(`${own}/usage?days=${days}`)).status).toBe(400);
    expect((await person.get<{ days: Day[] }>(`${own}/usage`)).body.days).toHaveLength(30);
  });

  it('show in the ledger, which comes by pages and sums to the balance', async () => {
    const person = await signUp();
    const own = `/v1/organizations/${person.organizationId}`;
    const id = await upload(person, ['valid.1@a.test', 'unknown.1@a.test']);
    await completed(person, id);
    await person.post(`${own}/check`, { email: 'valid.2@a.test' });
    expect((await person.get(`${own}/credits`)).body).toEqual({
      balance: 98,
      held: 0,
      monthly_allowance: 0,
      monthly_allowance_used: 0,
      monthly_allowance_reset_at: null,
      warn_below: null,
      help_text: null,
      help_url: null,
      cache_hours: 24,
    });
    interface Page {
      entries: { id: number; amount: number; kind: string; batch_id: number | null }[];
      next_before: number | null;
    }
    const seen: Page['entries'] = [];
    let next: number | null = null;
    do {
      const { body }: { body: Page } = await person.get<Page>(
        `${own}/credits/entries?limit=3${next === null ? '' : `&before=${next}`}`,
      );
      seen.push(...body.entries);
      next = body.next_before;
    } while (next !== null);
    expect(seen.map(({ kind, amount, batch_id }) => ({ kind, amount, batch_id }))).toEqual([
      { kind: 'single', amount: -1, batch_id: null },
      { kind: 'release', amount: 1, batch_id: id },
      { kind: 'hold', amount: -2, batch_id: id },
      { kind: 'free', amount: 100, batch_id: null },
    ]);
  });
});
