import type { BatchContinuedResponse } from '../../src/batches/api/batch-continued.response';
import type { BatchSummaryResponse } from '../../src/batches/api/batch-summary.response';
import { Person } from '../management/person';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

describe.each(setUps)('going on with a list, %s', (name) => {
  let setUp: SetUp;
  let engine: ScriptedEngine;
  let service: BatchService;
  let customer: Customer;
  let isHeld = false;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    engine = new ScriptedEngine(async (address) => {
      if (address.endsWith('@held.test')) await eventually('addresses are let go', () => !isHeld);
    });
    service = await BatchService.start({ ...setUp.env, SMTP_RETRY_DELAYS: '3600' }, engine);
  });

  beforeEach(async () => {
    customer = await service.customer();
  });

  afterEach(() => {
    isHeld = false;
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const site = { request: (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init) };

  function ask(of: Customer, id: number, body: object = {}): Promise<Response> {
    const init = { method: 'POST', body: JSON.stringify(body) };
    return service.request(of, `/${id}/continue`, init, { 'Content-Type': 'application/json' });
  }

  async function goOn(id: number, body: object = {}): Promise<BatchContinuedResponse> {
    const response = await ask(customer, id, body);
    const made = (await response.json()) as BatchContinuedResponse;
    if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(made)}`);
    return made;
  }

  async function create(csv: string, listName = 'news.csv'): Promise<number> {
    const response = await service.upload(customer, csv, listName);
    return ((await response.json()) as { id: number }).id;
  }

  const summary = async (id: number): Promise<BatchSummaryResponse> =>
    (await (await service.request(customer, `/${id}/summary`)).json()) as BatchSummaryResponse;

  async function cancelled(csv: string, processed: number): Promise<number> {
    const person = await Person.signUp(site);
    // Whoever uploads with a token cancels on the page; here the organization's id is all that differs.
    const id = await create(csv);
    await service.processed(customer, id, processed);
    await service.database.execute(
      "INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, 'owner', 1)",
      [person.id, customer.organizationId],
    );
    const { status } = await person.post(`/v1/organizations/${customer.organizationId}/batches/${id}/cancel`);
    expect(status).toBe(200);
    return id;
  }

  it('asks the unknown rows anew, with their columns, however young the cached answer, and charges verdicts alone', async () => {
    const rows = [
      ...Array.from({ length: 400 }, (_, index) => `n${index},valid.${index}@a.test`),
      '"x, y",unknown1.a@a.test',
      'again,UNKNOWN1.A@a.test',
      'z,unknown.b@a.test',
    ];
    const id = await create(`note,email\n${rows.join('\n')}\n`);
    await service.completed(customer, id);
    expect(await service.balance(customer.organizationId)).toBe(100_000 - 400);

    const made = await goOn(id, { rows: 'unknown' });
    expect(made).toEqual({
      id: expect.any(Number) as number,
      name: 'news.csv (unknown)',
      status: 'pending',
      total_count: 3,
      message: 'Batch validation started',
      continues_id: id,
    });
    expect(await service.completed(customer, made.id)).toMatchObject({
      valid_count: 2,
      unknown_count: 1,
      credits_used: 1,
    });
    expect(engine.asked.get('unknown1.a@a.test')).toBe(2);
    expect(await service.balance(customer.organizationId)).toBe(100_000 - 401);
    const text = await (await service.request(customer, `/${made.id}/download`)).text();
    expect(text.split('\r\n').map((line) => line.split(',valid')[0]?.split(',unknown,')[0])).toEqual([
      'note,email,status,sub_status,confidence,mx_found,smtp_valid,is_disposable,is_catch_all,is_role_account,did_you_mean,credits_used',
      '"x, y",unknown1.a@a.test',
      'again,UNKNOWN1.A@a.test',
      'z,unknown.b@a.test',
      '',
    ]);
    expect(await summary(id)).toMatchObject({ continues_id: null, continued_by_id: made.id });
    expect(await summary(made.id)).toMatchObject({ continues_id: id, continued_by_id: null, duplicate_count: 1 });

    // Once more, of what is left: the name does not grow.
    const third = await goOn(made.id);
    expect(third).toMatchObject({ name: 'news.csv (rest)', total_count: 1, continues_id: made.id });
    await service.completed(customer, third.id);
  });

  it('goes on with what a cancel left, for which verdicts of before are free', async () => {
    isHeld = true;
    const held = Array.from({ length: 250 }, (_, index) => `valid.${index}@held.test`);
    const id = await cancelled(`email\n${['valid.x@a.test', 'unknown.x@a.test', ...held].join('\n')}\n`, 2);
    isHeld = false;
    const before = await service.balance(customer.organizationId);
    const made = await goOn(id, { rows: 'unchecked' });
    expect(made).toMatchObject({ name: 'news.csv (rest)', total_count: 250 });
    expect(await service.completed(customer, made.id)).toMatchObject({ valid_count: 250 });
    const paid = before - (await service.balance(customer.organizationId));
    // Both: what the second one found out is known by now, and the unknown one stays so.
    const both = await goOn(id);
    expect(both).toMatchObject({ total_count: 251 });
    expect(await service.completed(customer, both.id)).toMatchObject({ credits_used: 0, unknown_count: 1 });
    expect(await service.balance(customer.organizationId)).toBe(before - paid);
  });

  it('is refused where there is nothing to check, while it is worked on, twice at a time, or too dear', async () => {
    const refusal = async (id: number, body: object = {}, of = customer) => {
      const response = await ask(of, id, body);
      return [response.status, ((await response.json()) as { message: string }).message];
    };
    const done = await service.create(customer, ['valid.1@a.test']);
    await service.completed(customer, done);
    expect(await refusal(done)).toEqual([
      422,
      'Nothing is left to check: this batch has no unknown or unchecked rows.',
    ]);
    expect(await refusal(done, { rows: 'all' })).toEqual([422, expect.stringContaining('open, unknown, unchecked')]);
    expect(await refusal(done, { rows: 'unknown', more: 1 })).toEqual([422, expect.any(String)]);
    expect((await refusal(done, {}, await service.customer()))[0]).toBe(404);

    isHeld = true;
    const atWork = await service.create(customer, ['valid.1@held.test']);
    expect(await refusal(atWork)).toEqual([422, expect.stringMatching(/^This batch is being worked on/)]);
    isHeld = false;
    await service.completed(customer, atWork);

    const open = await service.create(customer, ['unknown.1@a.test', 'grey.1@a.test', 'unknown.2@a.test']);
    await service.processed(customer, open, 2);
    service.clock.forward(3_600_000);
    await service.completed(customer, open);
    // A second click, at the very same moment: one batch is made, and one hold.
    const [one, other] = await Promise.all([ask(customer, open), ask(customer, open)]);
    expect([one.status, other.status].sort()).toEqual([201, 422]);
    const made = (await (one.status === 201 ? one : other).json()) as { id: number };
    expect(await refusal(open)).toEqual([422, 'A batch that goes on with this one is at work already.']);
    const { rows: all } = await countOfBatches(open);
    expect(all).toBe(1);
    // What is put off must have been asked about before the clock goes on.
    await service.processed(customer, made.id, 2);
    service.clock.forward(3_600_000);
    await service.completed(customer, made.id);

    const poor = await service.customer(1);
    const dear = await service.create(poor, ['unknown.7@a.test']);
    await service.completed(poor, dear);
    await service.database.execute('UPDATE organizations SET balance = 0 WHERE id = ?', [poor.organizationId]);
    await service.database.execute('DELETE FROM credit_entries WHERE organization_id = ?', [poor.organizationId]);
    expect((await refusal(dear, {}, poor))[0]).toBe(402);
    await service.database.execute('UPDATE batches SET purged_at = 1 WHERE id = ?', [open]);
    expect(await refusal(open)).toEqual([404, 'Results file not found.']);
  });

  async function countOfBatches(continued: number): Promise<{ rows: number }> {
    const [row] = await service.database.query<{ count: number }>(
      'SELECT COUNT(*) AS count FROM batches WHERE continues_id = ?',
      [continued],
    );
    return { rows: Number(row?.count) };
  }

  it('is a click for members, entered in the audit log', async () => {
    const person = await Person.signUp(site);
    const stranger = await Person.signUp(site);
    const path = `/v1/organizations/${person.organizationId}/batches`;
    const form = new FormData();
    form.set('name', 'A list');
    form.set('file', new Blob(['email\nunknown.p@a.test\n']), 'list.csv');
    const { body: first } = await person.post<{ id: number }>(path, form);
    await eventually('the list is done', async () => {
      const { body } = await person.get<BatchSummaryResponse>(`${path}/${first.id}/summary`);
      return body.status === 'completed';
    });
    expect((await stranger.post(`${path}/${first.id}/continue`, {})).status).toBe(404);
    const foreign = `/v1/organizations/${stranger.organizationId}/batches/${first.id}/continue`;
    expect((await stranger.post(foreign, {})).status).toBe(404);
    expect((await person.ask('POST', `${path}/${first.id}/continue`, {}, {})).status).toBe(403);
    const { status, body } = await person.post<BatchContinuedResponse>(`${path}/${first.id}/continue`, {});
    expect([status, body.continues_id, body.total_count]).toEqual([201, first.id, 1]);
    const entries = await service.database.query<{ action: string; subject: string }>(
      "SELECT action, subject FROM audit_entries WHERE organization_id = ? AND action = 'batch_continuation'",
      [person.organizationId],
    );
    expect(entries).toEqual([{ action: 'batch_continuation', subject: String(body.id) }]);
  });
});
