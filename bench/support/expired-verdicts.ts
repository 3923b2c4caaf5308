import { randomBytes } from 'node:crypto';
import { readConfig } from '../../src/config/env';
import type { Database } from '../../src/database/database';
import { connect, sharedSql } from '../../src/database/database.module';

const AT_A_TIME = 1000;
/** As long as a verdict with its evidence. */
const VERDICT = JSON.stringify({ text: 'x'.repeat(520) });

/** Writes verdicts that ran out long ago into a service's cache, under keys in no order, as they are. */
export function expireVerdicts(env: Record<string, string>, count: number): Promise<void> {
  return withDatabase(env, async (database) => {
    for (let written = 0; written < count; written += AT_A_TIME) {
      const rows = Array.from({ length: AT_A_TIME }, (_, i) => [
        1_000_000,
        randomBytes(16).toString('hex'),
        VERDICT,
        1 + written + i,
      ]);
      await database.execute(
        `INSERT INTO cached_verdicts (organization_id, address_key, verdict, expires_at)
          VALUES ${rows.map(() => '(?, ?, ?, ?)').join(', ')}`,
        rows.flat(),
      );
    }
  });
}

export function countVerdicts(env: Record<string, string>): Promise<number> {
  return withDatabase(env, async (database) => {
    const [row] = await database.query<{ count: number }>('SELECT COUNT(*) AS count FROM cached_verdicts');
    return Number(row?.count);
  });
}

export async function withDatabase<Result>(
  env: Record<string, string>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const dataSource = await connect(readConfig({ ...env, DATABASE_TIMEOUT_MS: '600000' }), []);
  try {
    return await work(sharedSql(dataSource));
  } finally {
    await dataSource.destroy();
  }
}
