import type BetterSqlite3 from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { Database, valuesOf, type Outcome, type Step } from './database';

/** The database of the embedded set-up: one file, one connection, synchronous calls. */
export class SqliteDatabase extends Database {
  readonly dialect = 'sqlite';
  private readonly statements = new LRUCache<string, BetterSqlite3.Statement>({ max: 500 });

  constructor(private readonly connection: BetterSqlite3.Database) {
    super();
  }

  query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return attempt(() => this.prepare(sql).all(...bindable(parameters)) as Row[]);
  }

  execute(sql: string, parameters: unknown[] = []): Promise<{ affected: number; insertId: number }> {
    return attempt(() => {
      const { changes, lastInsertRowid } = this.prepare(sql).run(...bindable(parameters));
      return { affected: changes, insertId: Number(lastInsertRowid) };
    });
  }

  atomically(steps: Step[]): Promise<Outcome> {
    return attempt(() => {
      let outcome: Outcome = 'done';
      const insertIds: number[] = [];
      this.connection.exec('BEGIN IMMEDIATE');
      try {
        for (const step of steps) {
          const { changes, lastInsertRowid } = this.prepare(step.sql).run(...bindable(valuesOf(step, insertIds)));
          insertIds.push(Number(lastInsertRowid));
          if (changes > 0 || step.ifNone === undefined) continue;
          outcome = step.ifNone === 'stop' ? 'stopped' : 'rolled_back';
          break;
        }
        this.connection.exec(outcome === 'rolled_back' ? 'ROLLBACK' : 'COMMIT');
      } catch (error) {
        if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
        throw error;
      }
      return outcome;
    });
  }

  private prepare(sql: string): BetterSqlite3.Statement {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      statement = this.connection.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }
}

/** Runs it now, and turns a thrown error into a rejection. */
function attempt<Result>(work: () => Result): Promise<Result> {
  try {
    return Promise.resolve(work());
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

/** SQLite knows no booleans. */
function bindable(parameters: unknown[]): unknown[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
}
