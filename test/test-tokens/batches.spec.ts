import type { BatchResponse } from '../../src/batches/api/batch.response';
import { BatchSweeper } from '../../src/batches/work/batch-sweeper';
import type {
  OrganizationBatchListResponse,
  OrganizationBatchResponse,
} from '../../src/management/organization-batch.responses';
import { EngineHealth } from '../../src/validation/engine-health';
import { SANDBOX_MAILBOXES } from '../../src/validation/sandbox/sandbox-mailboxes';
import { OPERATOR } from '../../src/audit/actor';
import { WebhookEndpoints } from '../../src/webhooks/webhook-endpoints.service';
import { Person } from '../management/person';
import { eventually } from '../support/eventually';
import { oneSetUp } from '../support/set-ups';
import { Receiver } from '../webhooks/receiver';
import { SandboxWorld, type Tenant } from './sandbox-world';

const DAY_MS = 86_400_000;

describe.each([oneSetUp])('lists that are sent with a test token, %s', (setUpName) => {
  let world: SandboxWorld;
  let tenant: Tenant;

  beforeAll(async () => {
    world = await SandboxWorld.start(setUpName, { TEST_BATCH_MAX_ROWS: '150' });
    tenant = await world.tenant();
  });

  afterAll(() => world.stop());

  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** A person with a live and a test token, made as people make them. */
  async function owner() {
    const person = await Person.signUp(world.service);
    const token = async (test: boolean) => {
      const body = { name: 'Shop', permissions: ['validate:batch'], test };
      return {
        organizationId: person.organizationId,
        token: (await person.post<{ token: string }>('/v1/tokens', body)).body.token,
      };
    };
    return { person, live: await token(false), test: await token(true) };
  }

  it('are answered row by row as the sandbox says; nothing is asked, charged, counted or remembered', async () => {
    const { organizationId, test } = tenant;
    await world.service.setBalance(organizationId, 0);
    await world.service.database.execute('UPDATE organizations SET uses_feedback = 1 WHERE id = ?', [organizationId]);
    const before = await world.liveRows(organizationId);
    const verdictsBefore = await world.metric(/^verdicts_total/);
    const names = [...SANDBOX_MAILBOXES.keys()];
    const rows = [
      ...names.map((name) => `${name}@sandbox.test`),
      ...names.map((name) => `${name}+again@sandbox.test`),
      // Repeats, in another chunk.
      ...names.slice(0, 20).map((name) => `${name}@sandbox.test`),
      'jane@example.org',
      'no address',
    ];
    const id = await world.batches.create(test, rows);
    const batch = await world.batches.completed(test, id);
    expect(batch).toMatchObject({ total_count: rows.length, credits_used: 0 });
    const [header = [], ...results] = await world.batches.results(test, id);
    const [status, reason, cost] = ['status', 'sub_status', 'credits_used'].map((name) => header.indexOf(name));
    const told = results.map((cells) => [cells[status ?? 0], cells[reason ?? 0], cells[cost ?? 0]]);
    const expected = rows.slice(0, -2).map((email) => {
      const mailbox = SANDBOX_MAILBOXES.get(email.replace(/(\+again)?@sandbox\.test$/, ''));
      return [mailbox?.status, mailbox?.subStatus ?? '', '0'];
    });
    expect(told).toEqual([...expected, ['unknown', 'smtp_disabled', '0'], ['invalid', 'failed_syntax_check', '0']]);
    expect(world.dns.total).toBe(0);
    expect(await world.liveRows(organizationId)).toEqual(before);
    expect(await world.metric(/^verdicts_total/)).toEqual(verdictsBefore);
    expect(await world.service.balance(organizationId)).toBe(0);
  });

  it('are seen by test tokens alone, as live ones are by live tokens', async () => {
    const [{ live, test }, stranger] = [await world.tenant(), await world.tenant()];
    const made = await world.batches.create(test, ['valid@sandbox.test', 'greylisted@sandbox.test']);
    const paid = await world.batches.create(live, ['a@nowhere.test', 'b@nowhere.test']);
    await Promise.all([world.batches.completed(test, made), world.batches.completed(live, paid)]);
    const parts = ['', '/download', '/summary', '/rows', '/zip'];
    const statuses = (token: { token: string }, id: number) =>
      Promise.all(
        parts.map(async (part) => {
          const response = await world.batches.request(token, `/${id}${part}`);
          await response.arrayBuffer();
          return [response.status, response.headers.get('X-Test-Mode')];
        }),
      );
    const all = (status: number, mode: string | null) => parts.map(() => [status, mode]);
    expect(await statuses(test, made)).toEqual(all(200, 'true'));
    expect(await statuses(live, paid)).toEqual(all(200, null));
    expect(await statuses(test, paid)).toEqual(all(404, 'true'));
    expect(await statuses(live, made)).toEqual(all(404, null));
    expect(await statuses(stranger.test, made)).toEqual(all(404, 'true'));
    const goOn = async (token: { token: string }, id: number) => {
      const init = { method: 'POST', body: JSON.stringify({ rows: 'open' }) };
      const response = await world.batches.request(token, `/${id}/continue`, init, {
        'Content-Type': 'application/json',
      });
      return { status: response.status, body: (await response.json()) as { id: number } };
    };
    expect((await goOn(live, made)).status).toBe(404);
    const cancel = async (token: { token: string }, id: number) =>
      (await world.batches.request(token, `/${id}/cancel`, { method: 'POST' })).status;
    // Its own has ended by now.
    expect(await Promise.all([cancel(live, made), cancel(test, paid)])).toEqual([404, 404]);
    expect(await Promise.all([cancel(test, made), cancel(live, paid)])).toEqual([422, 422]);
    const listed = async (token: { token: string }) => {
      const { batches } = (await (await world.batches.request(token, '')).json()) as { batches: BatchResponse[] };
      return batches.map(({ id }) => id);
    };
    expect(await listed(test)).toEqual([made]);
    expect(await listed(live)).toEqual([paid]);
    const further = await goOn(test, made);
    expect(further.status).toBe(201);
    expect(await world.batches.completed(test, further.body.id)).toMatchObject({ total_count: 1, unknown_count: 1 });
  });

  it('are marked for people, who see both, and stay tests when people go on with them', async () => {
    const { person, live, test } = await owner();
    const made = await world.batches.create(test, ['valid@sandbox.test', 'throttled@sandbox.test']);
    const paid = await world.batches.create(live, ['a@nowhere.test']);
    await Promise.all([world.batches.completed(test, made), world.batches.completed(live, paid)]);
    const place = `/v1/organizations/${person.organizationId}/batches`;
    const { batches } = (await person.get<OrganizationBatchListResponse>(place)).body;
    expect(batches.map(({ id, test: isTest, by }) => [id, isTest, by?.token_name])).toEqual([
      [paid, false, 'Shop'],
      [made, true, 'TEST · Shop'],
    ]);
    const days = batches.map(({ results_until: until, updated_at: at }) =>
      Math.round((Date.parse(until ?? '') - Date.parse(at)) / DAY_MS),
    );
    expect(days).toEqual([30, 7]);
    const further = await person.post<{ id: number }>(`${place}/${made}/continue`, { rows: 'open' });
    expect(further.status).toBe(201);
    expect(await world.batches.completed(test, further.body.id)).toMatchObject({ credits_used: 0 });
    const read = (await person.get<OrganizationBatchResponse>(`${place}/${further.body.id}`)).body;
    expect(read).toMatchObject({ test: true, credits_held: 0 });
    // The live one alone was charged.
    expect(await world.service.balance(person.organizationId)).toBe(99);
  });

  it('are done while DNS is down', async () => {
    jest.spyOn(EngineHealth.prototype, 'isDnsDown', 'get').mockReturnValue(true);
    const { test } = await world.tenant();
    const id = await world.batches.create(test, ['valid@sandbox.test', 'dns_error@sandbox.test']);
    expect(await world.batches.completed(test, id)).toMatchObject({ valid_count: 1, unknown_count: 1 });
  });

  it('have an end to their length, and leave nothing behind where they are longer', async () => {
    const { organizationId, test, live } = await world.tenant();
    const rows = Array.from({ length: 151 }, (_, index) => `valid+${index}@sandbox.test`);
    const refused = await world.batches.upload(test, `email\n${rows.join('\n')}\n`);
    expect({ status: refused.status, body: await refused.json() }).toEqual({
      status: 422,
      body: {
        error: 'Invalid request',
        message: 'A list that is sent with a test token may have 150 rows at most, and this one has 151.',
      },
    });
    const stored = await world.service.database.query('SELECT id FROM batches WHERE organization_id = ?', [
      organizationId,
    ]);
    expect(stored).toEqual([]);
    await world.service.setBalance(organizationId, 1000);
    expect((await world.batches.upload(live, `email\n${rows.join('\n')}\n`)).status).toBe(201);
    expect((await world.batches.upload(test, `email\n${rows.slice(1).join('\n')}\n`)).status).toBe(201);
  });

  it('keep their results for seven days', async () => {
    const { test, live } = await world.tenant();
    const ids = [
      await world.batches.create(test, ['valid@sandbox.test']),
      await world.batches.create(live, ['a@nowhere.test']),
    ];
    await Promise.all([world.batches.completed(test, ids[0] ?? 0), world.batches.completed(live, ids[1] ?? 0)]);
    const place = (token: { token: string }, id = 0) => world.batches.request(token, `/${id}/download`);
    const age = async (days: number) => {
      const at = Date.now() - days * DAY_MS;
      await world.service.database.execute('UPDATE batches SET completed_at = ? WHERE id IN (?, ?)', [at, ...ids]);
      await world.service.app.get(BatchSweeper).sweep(new AbortController().signal);
      return [(await place(test, ids[0])).status, (await place(live, ids[1])).status];
    };
    expect(await age(6.9)).toEqual([200, 200]);
    expect(await age(7.1)).toEqual([404, 200]);
  });

  it('tell of their end with a mark, and nothing of credits', async () => {
    const { organizationId, test, live } = await world.tenant();
    await world.service.setBalance(organizationId, 1);
    const receiver = await Receiver.start();
    try {
      const request = { organizationId, url: receiver.origin, eventTypes: null };
      await world.service.app.get(WebhookEndpoints).create(request, OPERATOR);
      await world.batches.completed(test, await world.batches.create(test, ['valid@sandbox.test']));
      await eventually('the end of the test is told', () => receiver.of('batch.completed').length === 1);
      expect(receiver.received[0]?.event).toMatchObject({ data: { test: true, valid_count: 1, credits_used: 0 } });
      expect(receiver.received[0]?.event.data['test']).toBe(true);
      await world.batches.completed(live, await world.batches.create(live, ['a@nowhere.test']));
      await eventually('the end of the live one is told', () => receiver.of('batch.completed').length === 2);
      expect(receiver.of('batch.completed')[1]?.event.data).not.toHaveProperty('test');
      await eventually('the last credit is told of', () => receiver.of('credits.exhausted').length === 1);
    } finally {
      await receiver.stop();
    }
  });
});
