import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { Batch } from '../../src/batches/batch.entity';
import { Chunk } from '../../src/batches/chunk.entity';
import { ChunkLeases } from '../../src/batches/work/chunk-leases';
import { DueChunks, type DueChunk } from '../../src/batches/work/due-chunks';
import { FairShares } from '../../src/batches/work/fair-shares';
import { Clock } from '../../src/common/clock';
import { readConfig } from '../../src/config/env';
import type { Database } from '../../src/database/database';
import { connect, sharedSql } from '../../src/database/database.module';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { runs } from '../support/runs';

class ScriptedClock extends Clock {
  time = 1_000_000;

  now(): number {
    return this.time;
  }
}

interface List {
  organization: number;
  chunks: number;
}

const MANY_PLACES = 1_000_000;
const unlimited = (): FairShares => new FairShares(MANY_PLACES);

describe.each(setUps)('whose turn it is, %s', (name) => {
  let setUp: SetUp;
  let source: DataSource;
  let database: Database;
  let clock: ScriptedClock;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    source = await connect(readConfig({ ...setUp.env, ROLE: 'all' }), [Batch, Chunk]);
    database = sharedSql(source);
  });

  beforeEach(async () => {
    clock = new ScriptedClock();
    await database.execute('DELETE FROM batch_chunks');
    await database.execute('DELETE FROM batches');
  });

  afterAll(async () => {
    await source.destroy();
    await setUp.remove();
  });

  /** What one process does to hand out chunks. */
  function dispatcher(): { due: DueChunks; take(limit: number, shares?: FairShares): Promise<DueChunk[]> } {
    const due = new DueChunks(source.getRepository(Batch), database, clock);
    const leases = new ChunkLeases(source.getRepository(Chunk), clock);
    return {
      due,
      take: async (limit, shares = unlimited()) => {
        const taken: DueChunk[] = [];
        for (const chunk of await due.next(limit, shares)) {
          shares.acquire(chunk);
          if (await leases.claim(chunk)) taken.push(chunk);
        }
        await due.served(taken);
        return taken;
      },
    };
  }

  async function create({ organization, chunks }: List): Promise<number> {
    const { insertId } = await database.execute(
      `INSERT INTO batches (organization_id, name, status, header, created_at, updated_at)
        VALUES (?, '', 'pending', '', 0, 0)`,
      [organization],
    );
    const empty = Buffer.alloc(0);
    for (let from = 0; from < chunks; from += 200) {
      const rows = Array.from({ length: Math.min(200, chunks - from) }, (_, index) => from + index);
      await database.execute(
        `INSERT INTO batch_chunks (batch_id, position, row_count, state, addresses, \`lines\`)
          VALUES ${rows.map(() => "(?, ?, 1, 'pending', ?, ?)").join(', ')}`,
        rows.flatMap((position) => [insertId, position, empty, empty]),
      );
    }
    return insertId;
  }

  async function finish({ id }: DueChunk): Promise<void> {
    await database.execute("UPDATE batch_chunks SET state = 'done' WHERE id = ?", [id]);
  }

  it('serves the one who was served longest ago, organizations before batches, whatever the load and the process', async () => {
    const lists = fc.array(
      fc.record({ organization: fc.integer({ min: 1, max: 4 }), chunks: fc.integer({ min: 1, max: 6 }) }),
      { minLength: 1, maxLength: 10 },
    );
    const steps = fc.array(
      fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({ take: fc.integer({ min: 1, max: 5 }), process: fc.integer({ min: 0, max: 1 }) }),
        },
        {
          weight: 1,
          arbitrary: fc.record({
            upload: fc.record({ organization: fc.integer({ min: 1, max: 4 }), chunks: fc.integer({ min: 1, max: 4 }) }),
          }),
        },
        { weight: 1, arbitrary: fc.record({ giveBack: fc.boolean() }) },
      ),
      { minLength: 5, maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(lists, steps, async (first, then) => {
        await database.execute('DELETE FROM batch_chunks');
        await database.execute('DELETE FROM batches');
        const processes = [dispatcher(), dispatcher()];
        const leases = new ChunkLeases(source.getRepository(Chunk), clock);
        const left = new Map<number, { organization: number; due: number }>();
        const organizations = new Map<number, number>();
        const batches = new Map<number, number>();
        const inWork: DueChunk[] = [];
        let served = 0;
        const faults: string[] = [];
        const upload = async (list: List): Promise<void> => {
          left.set(await create(list), { organization: list.organization, due: list.chunks });
        };
        const check = (chunk: DueChunk): void => {
          const when = (id: number, organization: number): [number, number] => [
            organizations.get(organization) ?? 0,
            batches.get(id) ?? 0,
          ];
          const own = when(chunk.batchId, chunk.organizationId);
          const isOvertaken = [...left].some(([id, { organization, due }]) => {
            const other = when(id, organization);
            return due > 0 && (other[0] < own[0] || (other[0] === own[0] && other[1] < own[1]));
          });
          if (isOvertaken) faults.push(`batch ${chunk.batchId} was served too early`);
          const batch = left.get(chunk.batchId)!;
          batch.due -= 1;
          served += 1;
          organizations.set(chunk.organizationId, served);
          batches.set(chunk.batchId, served);
        };
        for (const list of first) await upload(list);
        for (const step of then) {
          clock.time += 1;
          if ('upload' in step) await upload(step.upload);
          else if ('take' in step) {
            const wanted = Math.min(
              step.take,
              [...left.values()].reduce((sum, { due }) => sum + due, 0),
            );
            const taken = await processes[step.process]!.take(step.take);
            if (taken.length !== wanted) faults.push(`${taken.length} instead of ${wanted}`);
            taken.forEach(check);
            inWork.push(...taken);
          } else {
            const chunk = inWork.shift();
            if (chunk === undefined) continue;
            if (step.giveBack) {
              await leases.release(chunk.id, chunk.version, 0);
              left.get(chunk.batchId)!.due += 1;
            } else await finish(chunk);
          }
        }
        expect(faults).toEqual([]);
      }),
      { numRuns: runs(20) },
    );
  });

  it('begins each of seventy lists of one organization before it goes on with any, and another organization at once', async () => {
    const { take } = dispatcher();
    for (let list = 0; list < 70; list += 1) await create({ organization: 1, chunks: 3 });
    await take(16);
    const small = await create({ organization: 2, chunks: 1 });
    clock.time += 1;
    const [next, ...others] = await take(72);
    expect(next?.batchId).toBe(small);
    expect(new Set(others.slice(0, 70 - 16).map(({ batchId }) => batchId)).size).toBe(70 - 16);
  });

  it('gives no organization and no batch more than its share', async () => {
    for (let list = 0; list < 3; list += 1) await create({ organization: 1, chunks: 100 });
    const shares = new FairShares(72, { organization: 3, batch: 2 });
    const { take } = dispatcher();
    expect(await take(100, shares)).toHaveLength(54);
    await create({ organization: 2, chunks: 100 });
    const others = await take(100, shares);
    expect(others.every(({ organizationId }) => organizationId === 2)).toBe(true);
    expect(others).toHaveLength(12);
  });

  it('takes what waited for the chunks in front of it when these are done, and what is due again', async () => {
    const batchId = await create({ organization: 1, chunks: 3 });
    const { due } = dispatcher();
    await database.execute('UPDATE batch_chunks SET due_at = ?, waits_for_earlier = 60000 WHERE position = 1', [
      clock.time + 60_000,
    ]);
    await database.execute('UPDATE batch_chunks SET due_at = ? WHERE position = 2', [clock.time + 5000]);
    const [first, ...none] = await due.next(5, unlimited());
    expect(none).toEqual([]);
    await finish(first!);
    expect(await due.next(5, unlimited())).toMatchObject([{ batchId, id: first!.id + 1 }]);
    clock.time += 5000;
    expect(await due.next(5, unlimited())).toHaveLength(2);
  });

  it('looks at some entries of an index for each unfinished batch, not at all that is pending', async () => {
    for (let list = 0; list < 5; list += 1) await create({ organization: list % 3, chunks: 200 });
    const { due } = dispatcher();
    const asked = jest.spyOn(database, 'query');
    await due.next(16, unlimited());
    const calls = [...asked.mock.calls];
    asked.mockRestore();
    expect(calls).toHaveLength(2);
    for (const [sql, parameters] of calls) {
      const explain = name === 'embedded' ? 'EXPLAIN QUERY PLAN' : await explainOfServer(database);
      const plan = await database.query<Record<string, string | null>>(`${explain} ${sql}`, parameters);
      const looks =
        name === 'embedded'
          ? plan.map(({ detail }) => detail ?? '').filter((detail) => /^(SEARCH|SCAN) [bcs]\b/.test(detail))
          : plan
              .filter(({ table }) => /^[bcs]$/.test(table ?? ''))
              .map(({ type, key, Extra }) => `${type} ${key} ${Extra}`);
      expect(looks.length).toBeGreaterThan(0);
      for (const look of looks) {
        expect(look).toMatch(
          name === 'embedded'
            ? /^SEARCH . USING (COVERING )?INDEX batch/
            : // Of five batches, all unfinished, MySQL reads the index of the unfinished ones from end to end.
              /^((ref|range) batch(es|_chunks)_\w+|index batches_turns) /,
        );
        expect(look).not.toMatch(/filesort|temporary/);
      }
    }
  });
});

/** A table of looks: MySQL draws a tree unless told otherwise, MariaDB knows no other form. */
async function explainOfServer(database: Database): Promise<string> {
  const [row] = await database.query<{ version: string }>('SELECT VERSION() AS version');
  return row?.version.includes('MariaDB') === true ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL';
}
