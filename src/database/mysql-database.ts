import type { Pool, ResultSetHeader } from 'mysql2';
import type { PoolConnection } from 'mysql2/promise';
import { Database, valuesOf, type Outcome, type Step } from './database';

const DEADLOCK = 1213;
const LOCK_WAIT_TIMEOUT = 1205;
const MAX_RUNS = 10;

/** The database of the distributed set-up: MySQL 8 or MariaDB 10.6+, a pool of connections. */
export class MysqlDatabase extends Database {
  readonly dialect = 'mysql';

  constructor(private readonly pool: Pool) {
    super();
  }

  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    const [rows] = await this.pool.promise().query(sql, parameters);
    return rows as Row[];
  }

  async execute(sql: string, parameters: unknown[] = []): Promise<{ affected: number; insertId: number }> {
    const [header] = await this.pool.promise().query<ResultSetHeader>(sql, parameters);
    return { affected: header.affectedRows, insertId: header.insertId };
  }

  async atomically(steps: Step[]): Promise<Outcome> {
    for (let run = 1; ; run += 1) {
      try {
        return await this.runOnce(steps);
      } catch (error) {
        const code = (error as { errno?: number }).errno;
        if (run >= MAX_RUNS || (code !== DEADLOCK && code !== LOCK_WAIT_TIMEOUT)) throw error;
      }
    }
  }

  private async runOnce(steps: Step[]): Promise<Outcome> {
    const connection = await this.pool.promise().getConnection();
    let release = (): void => {
      connection.release();
    };
    try {
      await connection.beginTransaction();
      const outcome = await runSteps(connection, steps);
      await (outcome === 'rolled_back' ? connection.rollback() : connection.commit());
      return outcome;
    } catch (error) {
      await connection.rollback().catch(() => {
        release = () => {
          connection.destroy();
        };
      });
      throw error;
    } finally {
      release();
    }
  }
}

async function runSteps(connection: PoolConnection, steps: Step[]): Promise<Outcome> {
  const insertIds: number[] = [];
  for (const step of steps) {
    const [header] = await connection.query<ResultSetHeader>(step.sql, valuesOf(step, insertIds));
    insertIds.push(header.insertId);
    if (header.affectedRows > 0 || step.ifNone === undefined) continue;
    return step.ifNone === 'stop' ? 'stopped' : 'rolled_back';
  }
  return 'done';
}
