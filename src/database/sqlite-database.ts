import type BetterSqlite3 from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database, type Outcome } from './database';
import { OutcomeUnknownError } from './database.errors';
import { isBusy, named } from './sqlite-faults';
import { textOf, type Proof, type Step } from './statement';

/** A statement waits this long for another process's lock: the command line writes beside a running service. */
const BUSY_TIMEOUT_MS = 5000;
/** Between tries. The driver's own wait would hold up everything that this process does. */
const BUSY_PAUSE_MS = 20;

/** The database of the embedded set-up: one file, one connection, synchronous calls. */
export class SqliteDatabase extends Database {
  readonly dialect = 'sqlite';
  private readonly statements = new LRUCache<string, BetterSqlite3.Statement>({ max: 500 });

  /** By others, as this turn of the event loop knows it. */
  private version: number | null | undefined;

  /** @param connection with a `busy_timeout` of 0 */
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

  /** Looked for once a turn of the event loop: a request that arrives after the other's write is read in a later one. */
  versionByOthers(): number | null {
    if (this.version === undefined) {
      this.version = this.readVersion();
      setImmediate(() => {
        this.version = undefined;
      });
    }
    return this.version;
  }

  /** sqlite.org/pragma.html#pragma_data_version */
  private readVersion(): number | null {
    try {
      const row = this.prepare('PRAGMA data_version').get() as { data_version: number } | undefined;
      return row?.data_version ?? null;
    } catch {
      return null;
    }
  }

  /** None is open between two calls, unless the ROLLBACK of a list failed: what follows must not fall into it. */
  private leaveTransaction(): void {
    if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
  }

  private runSteps(steps: Step[], insertIds: number[]): Outcome {
    for (const step of steps) {
      const { sql, values: given, ifNone, ifSome } = textOf(step, insertIds);
      const statement = this.prepare(sql);
      const values = bindable(given);
      if (ifSome !== undefined) {
        insertIds.push(0);
        if (statement.get(...values) !== undefined) return 'rolled_back';
        continue;
      }
      const { changes, lastInsertRowid } = statement.run(...values);
      insertIds.push(Number(lastInsertRowid));
      if (changes > 0 || ifNone === undefined) continue;
      return ifNone === 'stop' ? 'stopped' : 'rolled_back';
    }
    return 'done';
  }

  /** @throws OutcomeUnknownError */
  private becameTrue(fault: unknown, proof: Proof | undefined, insertIds: readonly number[]): boolean {
    if (proof === undefined) throw new OutcomeUnknownError(fault);
    try {
      const { sql, values, shows } = textOf(proof, insertIds);
      const row = this.prepare(sql).get(...bindable(values));
      return (row !== undefined) === (shows !== 'no_row');
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

/** Runs it now, and again while another process holds the lock: then nothing of it was done. */
async function attempt<Result>(work: () => Result): Promise<Result> {
  const until = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw asError(named(error));
    }
    await sleep(BUSY_PAUSE_MS);
  }
}

const asError = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)));

/** SQLite knows no booleans. */
function bindable(parameters: unknown[]): unknown[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value));
}
