import type BetterSqlite3 from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { Database, valuesOf, type Outcome, type Proof, type Step } from './database';
import { OutcomeUnknownError } from './database.errors';
import { named } from './sqlite-faults';

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
      this.leaveTransaction();
      const { changes, lastInsertRowid } = this.prepare(sql).run(...bindable(parameters));
      return { affected: changes, insertId: Number(lastInsertRowid) };
    });
  }

  atomically(steps: Step[], proof?: Proof): Promise<Outcome> {
    return attempt(() => {
      this.leaveTransaction();
      this.connection.exec('BEGIN IMMEDIATE');
      const insertIds: number[] = [];
      let outcome: Outcome | null = null;
      try {
        outcome = this.runSteps(steps, insertIds);
        this.connection.exec(outcome === 'rolled_back' ? 'ROLLBACK' : 'COMMIT');
        return outcome;
      } catch (error) {
        if (this.connection.inTransaction) this.leaveTransaction();
        else if (outcome !== null && outcome !== 'rolled_back') {
          // COMMIT failed and ended the transaction all the same: by rolling it back, as a rule.
          if (this.becameTrue(error, proof, insertIds)) return outcome;
        }
        throw error;
      }
    });
  }

  /** None is open between two calls, unless the ROLLBACK of a list failed: what follows must not fall into it. */
  private leaveTransaction(): void {
    if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
  }

  private runSteps(steps: Step[], insertIds: number[]): Outcome {
    for (const step of steps) {
      const statement = this.prepare(step.sql);
      const values = bindable(valuesOf(step, insertIds));
      if (step.ifSome !== undefined) {
        insertIds.push(0);
        if (statement.get(...values) !== undefined) return 'rolled_back';
        continue;
      }
      const { changes, lastInsertRowid } = statement.run(...values);
      insertIds.push(Number(lastInsertRowid));
      if (changes > 0 || step.ifNone === undefined) continue;
      return step.ifNone === 'stop' ? 'stopped' : 'rolled_back';
    }
    return 'done';
  }

  /** @throws OutcomeUnknownError */
  private becameTrue(fault: unknown, proof: Proof | undefined, insertIds: readonly number[]): boolean {
    if (proof === undefined) throw new OutcomeUnknownError(fault);
    try {
      const row = this.prepare(proof.sql).get(...bindable(valuesOf(proof, insertIds)));
      return (row !== undefined) === (proof.shows !== 'no_row');
    } catch {
      throw new OutcomeUnknownError(fault);
    }
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
    const fault = named(error);
    return Promise.reject(fault instanceof Error ? fault : new Error(String(fault)));
  }
}

/** SQLite knows no booleans. */
function bindable(parameters: unknown[]): unknown[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
}
