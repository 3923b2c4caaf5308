import { readConfig } from '../../src/config/env';
import { Batch } from '../../src/batches/batch.entity';
import { Chunk } from '../../src/batches/chunk.entity';
import { ChunksRepository } from '../../src/batches/chunks.repository';
import { SystemClock } from '../../src/common/clock';
import { WalCheckpoints } from '../../src/database/wal-checkpoints';
import { Database } from '../../src/database/database';
import { connect, sharedSql } from '../../src/database/database.module';
import { CachedVerdict } from '../../src/validation/cached-verdict.entity';
import { AddressData } from '../../src/feedback/known/address-data';
import { VerdictCache } from '../../src/validation/verdict-cache';

const FOR_MS = 20_000;
/** 1,000,000 rows, as chunks of a large list lie in the table. */
const CHUNKS = 2000;
const BYTES = 20_000;
const BATCH_ID = 1_000_000;

export interface LongestDelete {
  of: string;
  /** Milliseconds: with SQLite the event loop is held meanwhile, with MySQL the locks of its rows. */
  longest: number;
  p99: number;
  count: number;
}

/** Deletes what has run out, and then a large list, as sweeps do, and times each statement. */
export async function longestDeletes(env: Record<string, string>): Promise<LongestDelete[]> {
  const config = readConfig(env);
  const dataSource = await connect(config, [Batch, CachedVerdict, Chunk]);
  const { databaseConnection } = dataSource.driver as unknown as {
    databaseConnection?: ConstructorParameters<typeof WalCheckpoints>[0];
  };
  const checkpoints = databaseConnection === undefined ? null : new WalCheckpoints(databaseConnection);
  try {
    const database = sharedSql(dataSource);
    const times: number[] = [];
    const timed = Object.create(database) as Database;
    timed.execute = async (...given) => {
      const from = performance.now();
      const done = await database.execute(...given);
      times.push(performance.now() - from);
      return done;
    };
    const taken = (of: string): LongestDelete => {
      const sorted = times.splice(0).sort((a, b) => a - b);
      return {
        of,
        longest: sorted.at(-1) ?? 0,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        count: sorted.length,
      };
    };
    await new VerdictCache(
      dataSource.getRepository(CachedVerdict),
      timed,
      new SystemClock(),
      config,
      new AddressData(),
    ).sweep(AbortSignal.timeout(FOR_MS));
    const verdicts = taken('verdicts');
    for (let position = 0; position < CHUNKS; position += 1) {
      await database.execute(
        `INSERT INTO batch_chunks (batch_id, position, row_count, state, addresses, \`lines\`, results)
          VALUES (?, ?, 500, 'done', ?, ?, ?)`,
        [BATCH_ID, position, Buffer.alloc(BYTES, 1), Buffer.alloc(BYTES, 2), Buffer.alloc(BYTES, 3)],
      );
    }
    await new ChunksRepository(dataSource.getRepository(Chunk), timed).deleteAll(BATCH_ID, AbortSignal.timeout(FOR_MS));
    return [verdicts, taken('chunks of a large list')];
  } finally {
    await checkpoints?.stop();
    await dataSource.destroy();
  }
}
