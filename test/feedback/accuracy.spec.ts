import { randomUUID } from 'node:crypto';
import { textOf } from '../../src/database/statement';
import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import { OrganizationRemoval } from '../../src/management/organization-removal';
import { VerdictLog } from '../../src/feedback/accuracy/verdict-log';
import type { AccuracyResponse } from '../../src/feedback/api/accuracy.responses';
import { BatchService, type Customer } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { Person } from '../management/person';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { FeedbackClient, told } from './feedback-service';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe.each(setUps)('accuracy, measured, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let feedback: FeedbackClient;
  let customer: Customer;

  beforeAll(async () => {
    setUp = await makeSetUp(setUpName);
    service = await BatchService.start({ ...setUp.env, SMTP_RETRY_DELAYS: '3600' }, new ScriptedEngine());
    feedback = new FeedbackClient(service);
  });

  /** One that has a source, so that its verdicts are kept. */
  beforeEach(async () => {
    customer = await feedback.customer();
    await feedback.source(customer);
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  const address = (kind = 'valid'): string => `${kind}.${randomUUID()}@a.test`;
  const written = () => service.app.get(VerdictLog).flush();

  async function measured(of = customer): Promise<AccuracyResponse> {
    await written();
    const response = await feedback.ask(of, '/v1/feedback/accuracy');
    expect(response.status).toBe(200);
    return (await response.json()) as AccuracyResponse;
  }

  async function answered(email: string, of = customer): Promise<string> {
    await feedback.single(of, email);
    await written();
    return email;
  }

  /** A mail that meets this some minutes from now; time goes on until then, or was there before. */
  async function mailed(type: string, email: string, minutes = 1): Promise<void> {
    const at = service.clock.now() + minutes * MINUTE_MS;
    if (minutes > 0) service.clock.forward(minutes * MINUTE_MS);
    const { body } = await feedback.tell(customer, [told(type, email, { occurred_at: new Date(at).toISOString() })]);
    expect(body).toMatchObject({ accepted: 1 });
  }

  async function rowsOf(table: string, { organizationId }: Customer): Promise<number> {
    return (await service.database.query(`SELECT 1 FROM ${table} WHERE organization_id = ?`, [organizationId])).length;
  }

  const verdictsOf = async (email: string) => (await feedback.known(customer, email))?.verdicts;

  it('is nothing before anything is known', async () => {
    const body = await measured();
    expect(body).toMatchObject({
      days: 30,
      answered: 0,
      known: 0,
      delivered: 0,
      hard_bounced: 0,
      by_status: [],
      by_sub_status: [],
      reliability: { known: 0, brier: null },
      providers: [],
    });
    expect(body.reliability.bins).toHaveLength(10);
    const ago = service.clock.now() - new Date(body.since).getTime();
    expect(Math.abs(ago - 30 * DAY_MS)).toBeLessThan(MINUTE_MS);
  });

  it('counts what came of single checks, by status and reason', async () => {
    const [one, two, three] = [await answered(address()), await answered(address()), await answered(address())];
    const unknown = await answered(address('unknown'));
    await answered(address('invalid'));
    await mailed('delivered', one);
    await mailed('hard_bounce', two);
    await mailed('delivered', unknown);
    // They say nothing about whether the mailbox was there.
    for (const type of ['soft_bounce', 'complaint', 'unsubscribe', 'block', 'suppressed']) await mailed(type, three);
    const body = await measured();
    expect(body).toMatchObject({ answered: 5, known: 3, delivered: 2, hard_bounced: 1 });
    const counts = { answered: 3, known: 2, delivered: 1, hard_bounced: 1, few: true };
    expect(body.by_status[0]).toMatchObject({ status: 'valid', ...counts, bounce_rate: { value: 0.5 } });
    expect(body.by_status[0]?.bounce_rate?.low).toBeCloseTo(0.0945, 4);
    expect(body.by_sub_status).toContainEqual(
      expect.objectContaining({ status: 'valid', sub_status: null, ...counts }),
    );
    expect(body.by_sub_status).toContainEqual({
      status: 'invalid',
      sub_status: 'mailbox_not_found',
      answered: 1,
      known: 0,
      delivered: 0,
      hard_bounced: 0,
      bounce_rate: null,
      few: true,
    });
    expect(body.reliability.known).toBe(3);
    expect(body.reliability.bins.reduce((sum, { known }) => sum + known, 0)).toBe(3);
  });

  it('counts the rows of lists, each address once', async () => {
    const [one, two] = [address(), address('catchall')];
    const id = await service.create(customer, [one, two, one.toUpperCase(), 'no address', address('invalid')]);
    await service.completed(customer, id);
    expect(await measured()).toMatchObject({ answered: 3 });
    await mailed('delivered', two);
    await mailed('hard_bounce', one);
    const { by_status: byStatus } = await measured();
    expect(byStatus).toContainEqual(expect.objectContaining({ status: 'valid', hard_bounced: 1 }));
    expect(byStatus).toContainEqual(expect.objectContaining({ status: 'catch_all', delivered: 1 }));
  });

  it('counts a mail for the last verdict before it, in whatever order it is told', async () => {
    const email = await answered(address());
    const first = service.clock.now();
    service.clock.forward(2 * DAY_MS);
    await answered(email);
    expect((await verdictsOf(email))?.length).toBe(2);
    await mailed('delivered', email, 10);
    const at = new Date(first + DAY_MS).toISOString();
    await feedback.tell(customer, [told('hard_bounce', email, { occurred_at: at })]);
    expect((await verdictsOf(email))?.map(({ outcome }) => outcome)).toEqual(['delivered', 'hard_bounced']);
  });

  it('does not count what came before the verdict, or more than 30 days after it', async () => {
    const old = address();
    await mailed('delivered', old, -5);
    await answered(old);
    await mailed('hard_bounce', old, -2 * 24 * 60);
    expect((await verdictsOf(old))?.map(({ outcome }) => outcome)).toEqual([null]);
    const late = await answered(address());
    await mailed('delivered', late, 31 * 24 * 60);
    expect((await verdictsOf(late))?.map(({ outcome }) => outcome)).toEqual([null]);
  });

  it.each([
    ['delivered', 'hard_bounce'],
    ['hard_bounce', 'delivered'],
  ])('takes a hard bounce for the outcome, though %s comes first and %s later', async (...types) => {
    const email = await answered(address());
    for (const type of types) await mailed(type, email);
    expect((await verdictsOf(email))?.[0]?.outcome).toBe('hard_bounced');
  });

  it('is the same when events are told again, and when several come in one request', async () => {
    const [one, two] = [await answered(address()), await answered(address())];
    service.clock.forward(MINUTE_MS);
    const at = { occurred_at: new Date(service.clock.now()).toISOString() };
    const events = [told('delivered', one, at), told('hard_bounce', one, at), told('delivered', two, at)];
    await feedback.tell(customer, events);
    const before = await measured();
    await feedback.tell(customer, [...events].reverse());
    const { since: _, ...after } = await measured();
    expect(before).toMatchObject(after);
    expect(before).toMatchObject({ delivered: 1, hard_bounced: 1 });
  });

  it('shows what came of feedback by itself, and measures no confidence by it', async () => {
    const [bounced, greylisted, taken] = [address(), address('grey'), address('catchall')];
    await mailed('hard_bounce', bounced);
    for (const email of [greylisted, taken]) await mailed('delivered', email);
    for (const email of [bounced, greylisted, taken]) await answered(email);
    for (const email of [bounced, greylisted, taken]) await mailed('delivered', email);
    const body = await measured();
    expect(body).toMatchObject({ answered: 3, delivered: 3, reliability: { known: 0, brier: null }, providers: [] });
    expect(body.by_sub_status.map((row) => `${row.status} ${row.sub_status}`).sort()).toEqual([
      'catch_all null',
      'invalid known_hard_bounce',
      'valid known_delivery',
    ]);
  });

  it('is of the organization alone, and kept of those with feedback only', async () => {
    const email = await answered(address());
    const stranger = await feedback.customer();
    await answered(email, stranger);
    await mailed('delivered', email);
    expect(await measured(stranger)).toMatchObject({ answered: 0, known: 0 });
    expect(await measured()).toMatchObject({ answered: 1, known: 1 });
    const hashes = () =>
      service.database.query<{ hash: string }>(
        'SELECT address_hash AS hash FROM answered_verdicts WHERE organization_id IN (?, ?)',
        [stranger.organizationId, customer.organizationId],
      );
    expect(await hashes()).toHaveLength(1);
    await feedback.source(stranger);
    service.clock.forward(2 * DAY_MS);
    await answered(email, stranger);
    expect(await measured(stranger)).toMatchObject({ answered: 1, known: 0 });
    expect(new Set((await hashes()).map(({ hash }) => hash)).size).toBe(2);
  });

  it('asks nothing of the database for those without feedback', async () => {
    const { database } = service;
    const stranger = await feedback.customer();
    const said: string[] = [];
    const { query, execute, atomically } = database;
    database.query = (sql, parameters) => (said.push(sql), query.call(database, sql, parameters)) as never;
    database.execute = (sql, parameters) => (said.push(sql), execute.call(database, sql, parameters));
    database.atomically = (steps, proof) => {
      said.push(...steps.map((step) => textOf(step, []).sql));
      return atomically.call(database, steps, proof);
    };
    try {
      const email = await answered(address(), stranger);
      await service.completed(stranger, await service.create(stranger, [email, address()]));
      expect(await measured(stranger)).toMatchObject({ answered: 0 });
    } finally {
      Object.assign(database, { query, execute, atomically });
    }
    expect(said.length).toBeGreaterThan(10);
    expect(said.filter((sql) => /answered_verdicts|unfiled_answers/.test(sql))).toEqual([]);
  });

  it('is exported without a word about whom', async () => {
    const [one, two] = [await answered(address()), await answered(address('unknown'))];
    await answered(address('catchall'));
    await mailed('delivered', one);
    await mailed('hard_bounce', two);
    const response = await feedback.ask(customer, '/v1/feedback/accuracy/pairs');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = (await response.text()).split('\r\n');
    expect(header).toBe('status,sub_status,confidence,outcome,given_at');
    expect(lines.map((line) => line.replace(/,[^,]*$/, '')).sort()).toEqual([
      '',
      expect.stringMatching(/^unknown,antispam_system,\d+,hard_bounced$/),
      expect.stringMatching(/^valid,,\d+,delivered$/),
    ]);
    const stranger = await feedback.customer();
    expect(await (await feedback.ask(stranger, '/v1/feedback/accuracy/pairs')).text()).toBe(`${header}\r\n`);
  });

  it('is exported whole, however much it is', async () => {
    const count = 2500;
    const values = Array.from({ length: count }, () => "(?, ?, 'valid', 97, 0, 1, 'delivered', 2)").join(', ');
    await service.database.execute(
      `INSERT INTO answered_verdicts (organization_id, address_hash, status, confidence, of_feedback, given_at, outcome, outcome_at) VALUES ${values}`,
      // Some have a hash in common, at the end of a page too.
      Array.from({ length: count }, (_, n) => [customer.organizationId, String(Math.floor(n / 7))]).flat(),
    );
    const text = await (await feedback.ask(customer, '/v1/feedback/accuracy/pairs')).text();
    expect(text.split('\r\n')).toHaveLength(count + 2);
  });

  it('needs the permission', async () => {
    const other = await feedback.customer(['feedback:write', 'validate:single']);
    for (const path of ['', '/pairs']) {
      const response = await feedback.ask(other, `/v1/feedback/accuracy${path}`);
      expect([response.status, await response.json()]).toEqual([
        403,
        { error: 'Forbidden', message: 'Token does not have permission to read feedback.' },
      ]);
    }
  });

  it('is shown to every member, and to nobody else', async () => {
    const site = {
      request: (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init),
    };
    const owner = await Person.signUp(site);
    const viewer = await (await Person.signUp(site)).joins(owner, 'viewer');
    const path = `/v1/organizations/${owner.organizationId}/feedback/accuracy`;
    expect(await viewer.get(path)).toMatchObject({ status: 200, body: { answered: 0, days: 30 } });
    expect((await (await Person.signUp(site)).get(path)).status).toBe(404);
  });

  it('finds all by an index, and counts out of one alone', async () => {
    const { database } = service;
    const values = Array.from({ length: 500 }, () => "(?, ?, 'valid', NULL, 97, 0, NULL, ?, NULL, NULL)").join(', ');
    for (let organizationId = 900_001; organizationId < 900_006; organizationId += 1) {
      await database.execute(
        `INSERT INTO answered_verdicts (organization_id, address_hash, status, sub_status, confidence, of_feedback, provider, given_at, outcome, outcome_at) VALUES ${values}`,
        Array.from({ length: 500 }, () => [organizationId, randomUUID().slice(0, 22), service.clock.now()]).flat(),
      );
    }
    const email = await answered(address());
    if (database.dialect === 'mysql') await database.query('ANALYZE TABLE answered_verdicts');
    const said: [string, unknown[]][] = [];
    const { query } = database;
    database.query = (sql, parameters = []) => {
      if (sql.includes('answered_verdicts')) said.push([sql, parameters]);
      return query.call(database, sql, parameters) as never;
    };
    try {
      await mailed('delivered', email);
      await measured();
      await feedback.known(customer, email);
      await (await feedback.ask(customer, '/v1/feedback/accuracy/pairs')).text();
    } finally {
      database.query = query;
    }
    const plans = await Promise.all(
      said.map(async ([sql, parameters]) =>
        JSON.stringify(
          await database.query(
            `EXPLAIN ${database.dialect === 'sqlite' ? 'QUERY PLAN ' : 'FORMAT=TRADITIONAL '}${sql}`,
            parameters,
          ),
        ),
      ),
    );
    expect(plans).toHaveLength(4);
    const bad = /SCAN|TEMP B-TREE FOR GROUP|"type":"(?:ALL|index)"|temporary/;
    expect(plans.filter((plan) => bad.test(plan))).toEqual([]);
    expect(plans[1]).toMatch(/USING COVERING INDEX answered_verdicts_groups|answered_verdicts_groups".*Using index/);
  });

  it('is filed once, whoever asks for it at the same time', async () => {
    const emails = Array.from({ length: 900 }, () => address());
    await service.completed(customer, await service.create(customer, emails));
    const [first = ''] = emails;
    const others = [1, 2, 3].map(() => feedback.known(customer, first));
    const sweep = service.app.get(MaintenanceService).sweep();
    await Promise.all([measured(), ...others, sweep, mailed('delivered', first)]);
    expect(await measured()).toMatchObject({ answered: 900, known: 1 });
    expect(await verdictsOf(first)).toHaveLength(1);
    expect(await rowsOf('unfiled_answers', customer)).toBe(0);
  });

  it('is filed by the sweep, though nobody asks', async () => {
    const emails = [address(), address()];
    await service.completed(customer, await service.create(customer, emails));
    await answered(address());
    expect(await rowsOf('answered_verdicts', customer)).toBe(0);
    await service.app.get(MaintenanceService).sweep();
    expect(await rowsOf('answered_verdicts', customer)).toBe(3);
    expect(await rowsOf('unfiled_answers', customer)).toBe(0);
  });

  it('goes with its address, also before it is filed', async () => {
    const email = await answered(address());
    await service.completed(customer, await service.create(customer, [email, address()]));
    const path = `/v1/feedback/addresses/${encodeURIComponent(email)}`;
    expect((await feedback.ask(customer, path, { method: 'DELETE' })).status).toBe(204);
    await service.app.get(MaintenanceService).sweep();
    expect(await feedback.known(customer, email)).toBeNull();
    expect(await measured()).toMatchObject({ answered: 1 });
  });

  it('goes with its organization, also before it is filed', async () => {
    await answered(address());
    await service.app.get(OrganizationRemoval).remove(customer.organizationId);
    await service.app.get(MaintenanceService).sweep();
    expect(await rowsOf('unfiled_answers', customer)).toBe(0);
    expect(await rowsOf('answered_verdicts', customer)).toBe(0);
  });

  it('goes with its address, what waits to be written included', async () => {
    const [email, other] = [await answered(address()), await answered(address())];
    await mailed('delivered', email);
    expect((await verdictsOf(email))?.[0]).toEqual({
      status: 'valid',
      sub_status: null,
      confidence: expect.any(Number) as number,
      given_at: expect.any(String) as string,
      outcome: 'delivered',
    });
    service.clock.forward(2 * DAY_MS);
    await feedback.single(customer, email);
    const path = `/v1/feedback/addresses/${encodeURIComponent(email)}`;
    expect((await feedback.ask(customer, path, { method: 'DELETE' })).status).toBe(204);
    await written();
    expect(await feedback.known(customer, email)).toBeNull();
    expect(await measured()).toMatchObject({ answered: 1 });
    // Known by what was answered alone.
    expect(await feedback.known(customer, other)).toMatchObject({ known: null, verdicts: [{ status: 'valid' }] });
  });

  it('goes by its age, and with its organization', async () => {
    const kept = await feedback.customer();
    await feedback.source(kept);
    await answered(address());
    service.clock.forward(29 * DAY_MS);
    await answered(address(), kept);
    await service.app.get(MaintenanceService).sweep();
    expect([(await measured()).answered, (await measured(kept)).answered]).toEqual([1, 1]);
    service.clock.forward(2 * DAY_MS);
    await service.app.get(MaintenanceService).sweep();
    expect([(await measured()).answered, (await measured(kept)).answered]).toEqual([0, 1]);
    await service.app.get(OrganizationRemoval).remove(kept.organizationId);
    expect(await rowsOf('answered_verdicts', kept)).toBe(0);
  });
});
