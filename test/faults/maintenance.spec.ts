import { MaintenanceService } from '../../src/maintenance/maintenance.service';
import type { Database, Step } from '../../src/database/database';
import { textOf } from '../../src/database/statement';
import { OrganizationRemoval } from '../../src/management/organization-removal';
import { SessionsService } from '../../src/sessions/sessions.service';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { makeSetUp, setUps, type SetUp, type SetUpName } from '../support/set-ups';

const DAY_MS = 86_400_000;
const SINCE_LONG = 1;

interface Said {
  sql: string;
  parameters: unknown[];
}

/** Rows of a table, in statements of 500. */
async function fill(database: Database, table: string, rows: Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) {
    const part = rows.slice(start, start + 500);
    const columns = Object.keys(part[0] ?? {});
    const row = `(${columns.map(() => '?').join(', ')})`;
    await database.execute(
      `INSERT INTO ${table} (${columns.map((column) => `\`${column}\``).join(', ')}) VALUES ${part.map(() => row).join(', ')}`,
      part.flatMap((values) => Object.values(values)),
    );
  }
}

const many = <Row>(count: number, make: (index: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => make(index));

function verdicts(count: number, organizationId: number, expiresAt: (index: number) => number) {
  return many(count, (index) => ({
    organization_id: organizationId,
    address_key: `${organizationId}-${(index * 7919) % count}`.padStart(32, 'k'),
    verdict: 'x'.repeat(500),
    expires_at: expiresAt(index),
  }));
}

function batches(count: number, first: number, organizationId: number, values: object) {
  return many(count, (index) => ({
    id: first + index,
    organization_id: organizationId,
    name: '',
    status: 'completed',
    header: Buffer.from('["email"]'),
    created_at: SINCE_LONG,
    updated_at: SINCE_LONG,
    completed_at: SINCE_LONG,
    purged_at: null as number | null,
    ...values,
  }));
}

function chunks(count: number, batchId: number, state = 'done') {
  return many(count, (position) => ({
    batch_id: batchId,
    position,
    row_count: 25,
    state,
    addresses: Buffer.alloc(500),
    lines: Buffer.alloc(2000),
  }));
}

/**
 * What of the plan means that rows are looked at one after the other, but for those of a `union`'s parts, which are few and found
 * by a plan of their own.
 */
async function badPlan(database: Database, { sql, parameters }: Said): Promise<string[]> {
  if (database.dialect === 'sqlite') {
    const plan = await database.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
    return plan.map(({ detail }) => detail).filter((detail) => /^SCAN (?!part_)|TEMP B-TREE FOR ORDER/.test(detail));
  }
  const plan = await database.query<{ table: string | null; type: string | null; rows: number | null }>(
    `EXPLAIN FORMAT=TRADITIONAL ${sql}`,
    parameters,
  );
  const isPart = (table: string | null): boolean => /^<(derived|union)/.test(table ?? '');
  const isBad = (type: string | null): boolean => type === 'ALL' || type === 'index';
  return plan.filter(({ table, type }) => isBad(type) && !isPart(table)).map((row) => JSON.stringify(row));
}

describe.each(setUps)('maintenance, %s', (name: SetUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let database: Database;
  let now: number;

  beforeEach(async () => {
    setUp = await makeSetUp(name);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    ({ database } = service);
    now = service.clock.now();
  });

  afterEach(async () => {
    await service.stop();
    await setUp.remove();
  });

  const sweeper = (): MaintenanceService => service.app.get(MaintenanceService, { strict: false });

  async function count(table: string, where = '1 = 1'): Promise<number> {
    const [row] = await database.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table} WHERE ${where}`);
    return Number(row?.count);
  }

  /** All that is asked of the database while `work` goes on. */
  async function said(work: () => Promise<unknown>): Promise<Said[]> {
    const all: Said[] = [];
    const { query, execute, atomically } = database;
    const note = (sql: string, parameters: unknown[] = []): void => {
      if (!/^\s*INSERT/.test(sql)) all.push({ sql, parameters });
    };
    database.query = (sql, parameters) => (note(sql, parameters), query.call(database, sql, parameters)) as never;
    database.execute = (sql, parameters) => (note(sql, parameters), execute.call(database, sql, parameters));
    database.atomically = (steps: Step[], proof) => {
      for (const step of steps) {
        const { sql, values } = textOf(step, []);
        note(sql, values);
      }
      return atomically.call(database, steps, proof);
    };
    try {
      await work();
    } finally {
      Object.assign(database, { query, execute, atomically });
    }
    return all;
  }

  it('finds by an index whatever it looks for, in every statement', async () => {
    const customer = await service.customer();
    const mine = customer.organizationId;
    await fill(
      database,
      'cached_verdicts',
      verdicts(6000, 77, (index) => (index < 300 ? SINCE_LONG : now + DAY_MS)),
    );
    await fill(
      database,
      'cached_verdicts',
      verdicts(300, mine, () => now + DAY_MS),
    );
    await fill(database, 'batches', batches(3000, 1000, 77, { purged_at: now }));
    await fill(database, 'batches', batches(1000, 5000, 77, { completed_at: now, updated_at: now }));
    await fill(database, 'batches', batches(5, 7000, 77, {}));
    await fill(database, 'batches', batches(5, 8000, mine, {}));
    await fill(database, 'batches', batches(5, 9000, 77, { status: 'cancelled', completed_at: now, updated_at: now }));
    await fill(database, 'batches', batches(5, 9100, 77, { status: 'deleting' }));
    await fill(database, 'batches', batches(5, 9200, 77, { status: 'processing', updated_at: now }));
    for (const [batchId, state] of [
      [5000, 'done'],
      [5001, 'done'],
      [7000, 'done'],
      [8000, 'done'],
      [9000, 'pending'],
      [9100, 'pending'],
    ] as const) {
      await fill(database, 'batch_chunks', chunks(300, batchId, state));
    }
    await fill(
      database,
      'organizations',
      many(3000, (index) => ({ name: 'other', deleted_at: index < 3 ? SINCE_LONG : null, created_at: now })),
    );
    await fill(
      database,
      'accounts',
      many(3000, (index) => ({ email: `${index}@filled.test`, default_organization_id: 77, created_at: now })),
    );
    await fill(
      database,
      'credit_entries',
      many(3000, (index) => ({
        organization_id: index < 100 ? mine : 77,
        amount: 1,
        kind: 'grant',
        cause: `filled:${index}`,
        created_at: now,
      })),
    );
    await fill(
      database,
      'sessions',
      many(2000, (index) => ({
        secret_hash: `filled-${index}`,
        account_id: 1,
        client: '',
        created_at: now,
        last_seen_at: now,
        expires_at: index < 50 ? SINCE_LONG : now + DAY_MS,
      })),
    );
    await fill(
      database,
      'audit_entries',
      many(3000, (index) => ({
        organization_id: index < 100 ? mine : 77,
        action: 'batch_upload',
        via: 'session',
        account_id: 1,
        created_at: index >= 2700 ? SINCE_LONG : now,
      })),
    );
    const today = Math.floor(now / DAY_MS);
    await fill(
      database,
      'usage_actors',
      many(3000, (index) => ({
        organization_id: index < 100 ? mine : 77,
        day: index >= 2700 ? today - 402 : today - (index % 300),
        account_id: 1 + (index % 10),
        token_id: `token-${index}`,
        check_count: 1,
        check_credits: 1,
      })),
    );
    await fill(
      database,
      'answered_verdicts',
      many(3000, (index) => ({
        organization_id: index < 100 ? mine : 77,
        address_hash: `hash-${(index * 7919) % 3000}`,
        status: 'valid',
        confidence: 97,
        of_feedback: 0,
        given_at: index >= 2700 ? SINCE_LONG : now,
      })),
    );
    await fill(
      database,
      'unfiled_answers',
      many(300, (index) => ({
        organization_id: index < 100 ? mine : 78,
        answers: Buffer.from(JSON.stringify([[`hash-${index}`, 'valid', null, 97, 0, null, now]])),
      })),
    );
    await fill(
      database,
      'tokens',
      many(3000, (index) => ({
        id: `filled-${index}`,
        account_id: 1 + (index % 300),
        name: 'filled',
        permissions: '[]',
        expires_at: index < 10 ? now + DAY_MS : now + 90 * DAY_MS,
        created_at: now,
        is_limited: index % 2,
      })),
    );
    await fill(
      database,
      'memberships',
      many(3000, (index) => ({
        account_id: 1 + (index % 300),
        organization_id: 100_000 + index,
        role: 'member',
        created_at: now,
      })),
    );
    await fill(
      database,
      'token_organizations',
      many(3000, (index) => ({ token_id: `filled-${index}`, organization_id: 100_000 + index })),
    );
    await fill(
      database,
      'webhook_events',
      many(3000, (index) => ({
        id: `msg_${index}`,
        organization_id: index < 100 ? mine : 77,
        type: 'test',
        data: '{}',
        occurred_at: index >= 2700 ? SINCE_LONG : now,
      })),
    );
    await fill(
      database,
      'webhook_endpoints',
      many(3000, (index) => ({
        organization_id: 100_000 + index,
        url: 'https://a.test/',
        secret: '',
        created_at: now,
      })),
    );
    await fill(
      database,
      'webhook_deliveries',
      many(3000, (index) => ({
        organization_id: 200_000,
        endpoint_id: 200_000 + (index % 300),
        event_id: `filled-${index}`,
        status: 'delivered',
        created_at: now,
      })),
    );
    await fill(
      database,
      'idempotency_keys',
      many(3000, (index) => ({
        id: `filled-${(index * 7919) % 3000}`,
        organization_id: index < 100 ? mine : 100_000 + index,
        account_id: 0,
        claim: '',
        lease_until: now,
        expires_at: index >= 2700 ? SINCE_LONG : now + DAY_MS,
      })),
    );
    if (name === 'distributed') {
      await database.query(
        'ANALYZE TABLE idempotency_keys, tokens, webhook_events, webhook_deliveries, memberships, token_organizations, webhook_endpoints, answered_verdicts, unfiled_answers, cached_verdicts, batches, batch_chunks, organizations, accounts, credit_entries, sessions, audit_entries, usage_actors',
      );
    }
    const statements = await said(async () => {
      await sweeper().sweep();
      await service.app.get(SessionsService, { strict: false }).start(1, undefined);
      const removal = service.app.get(OrganizationRemoval, { strict: false });
      await removal.finishAbandoned();
      await removal.remove(mine);
    });
    expect(statements.length).toBeGreaterThan(30);
    const bad: Record<string, string[]> = {};
    for (const one of statements) {
      const plan = await badPlan(database, one);
      if (plan.length > 0) bad[one.sql] = plan;
    }
    expect(bad).toEqual({});
    expect(await count('cached_verdicts')).toBe(5700);
    expect(await count('batch_chunks', 'batch_id IN (7000, 8000, 9100)')).toBe(0);
    expect(await count('batch_chunks', "batch_id = 9000 AND state = 'cancelled'")).toBe(300);
    expect(await count('batches', "status IN ('processing', 'deleting')")).toBe(0);
    expect(await count('credit_entries', `organization_id = ${mine}`)).toBe(0);
    expect(await count('answered_verdicts', 'organization_id = 77')).toBe(2600);
    expect(await count('answered_verdicts', 'organization_id = 78')).toBe(200);
    expect(await count('answered_verdicts', `organization_id = ${mine}`)).toBe(0);
    expect(await count('audit_entries', 'organization_id = 77')).toBe(2600);
    expect(await count('audit_entries', `organization_id = ${mine}`)).toBe(0);
    expect(await count('usage_actors', `organization_id = ${mine}`)).toBe(0);
    expect(await count('idempotency_keys')).toBe(2600);
    expect(await count('usage_actors', 'organization_id = 77')).toBe(2601);
    expect(await count('usage_actors', "account_id = 0 AND token_id = '' AND check_count = 300")).toBe(1);
  });

  it('leaves a turn to others between any two of its slices, and ends when the process does', async () => {
    await fill(
      database,
      'cached_verdicts',
      verdicts(8000, 77, () => SINCE_LONG),
    );
    await fill(database, 'batches', batches(1, 7000, 77, {}));
    await fill(database, 'batch_chunks', chunks(500, 7000));
    let turn = 0;
    let isOver = false;
    const beat = (): void => {
      turn += 1;
      if (!isOver) setImmediate(beat);
    };
    beat();
    const turns: number[] = [];
    const { execute } = database;
    database.execute = (sql, parameters) => {
      if (/^\s*DELETE/.test(sql)) turns.push(turn);
      return execute.call(database, sql, parameters);
    };
    const sweeping = sweeper().sweep();
    while (turns.length < 10) await new Promise(setImmediate);
    await sweeper().stop();
    await sweeping;
    isOver = true;
    database.execute = execute;
    expect(new Set(turns).size).toBe(turns.length);
    expect((await count('cached_verdicts')) + (await count('batch_chunks'))).toBeGreaterThan(0);
  });

  it('gets done what several processes do at once', async () => {
    await fill(
      database,
      'cached_verdicts',
      verdicts(4000, 77, (index) => (index < 3900 ? SINCE_LONG : now + DAY_MS)),
    );
    await fill(database, 'batches', batches(4, 7000, 77, {}));
    for (let id = 7000; id < 7004; id += 1) await fill(database, 'batch_chunks', chunks(100, id));
    const others = name === 'embedded' ? [] : [await BatchService.start(setUp.env, new ScriptedEngine())];
    await Promise.all(
      [service, ...others].flatMap(({ app }) => {
        const one = app.get(MaintenanceService, { strict: false });
        return [one.sweep(), one.sweep()];
      }),
    );
    for (const other of others) await other.stop();
    expect(await count('cached_verdicts')).toBe(100);
    expect(await count('batch_chunks')).toBe(0);
    expect(await count('batches', 'purged_at IS NOT NULL')).toBe(4);
  });
});
