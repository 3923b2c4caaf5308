import type BetterSqlite3 from 'better-sqlite3';
import type { DataSource } from 'typeorm';
import { SqliteDatabase } from '../../src/database/sqlite-database';
import type { Cut, Faults } from './faults';

/** What SQLite says when a disk fails. */
class DiskFault extends Error {
  readonly code = 'SQLITE_IOERR';

  constructor() {
    super('disk I/O error');
  }
}

/** A connection to SQLite that fails at a statement: before it, or after it became true. */
export class FaultySqlite implements Faults {
  readonly cuts: readonly Cut[] = ['before', 'unanswered'];
  private plan: { statement: number; cut: Cut; like: RegExp; forLong: boolean } | null = null;
  private seen = 0;
  private isCut = false;

  /** The service's database, over a connection that may fail. */
  database(source: DataSource): SqliteDatabase {
    const { databaseConnection: real } = source.driver as unknown as { databaseConnection: BetterSqlite3.Database };
    const guard = <Result>(sql: string, work: () => Result): Result => this.guard(sql, work);
    const faulty = {
      get inTransaction() {
        return real.inTransaction;
      },
      exec: (sql: string) => guard(sql, () => real.exec(sql)),
      prepare: (sql: string) => {
        const statement = real.prepare(sql);
        return {
          run: (...values: unknown[]) => guard(sql, () => statement.run(...values)),
          get: (...values: unknown[]) => guard(sql, () => statement.get(...values)),
          all: (...values: unknown[]) => guard(sql, () => statement.all(...values)),
        };
      },
    };
    return new SqliteDatabase(faulty as unknown as BetterSqlite3.Database);
  }

  arm(statement: number, cut: Cut, like = /./s, forLong = false): void {
    this.plan = { statement, cut, like, forLong };
    this.seen = 0;
    this.isCut = false;
  }

  disarm(): boolean {
    this.plan = null;
    return this.isCut;
  }

  private guard<Result>(sql: string, work: () => Result): Result {
    // Without a disk SQLite can still leave a transaction: what it held is in memory.
    if (this.plan === null || sql === 'ROLLBACK') return work();
    if (this.isCut && this.plan.forLong) throw new DiskFault();
    if (this.isCut || !this.plan.like.test(sql)) return work();
    this.seen += 1;
    if (this.seen < this.plan.statement) return work();
    this.isCut = true;
    if (this.plan.cut === 'unanswered') work();
    throw new DiskFault();
  }
}
