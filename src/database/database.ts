/** One statement of an atomic write. Placeholders are `?`. */
export interface Step {
  sql: string;
  /** The values of the placeholders; a function is given the ids that the earlier steps' inserts made, by position. */
  parameters?: unknown[] | ((insertIds: readonly number[]) => unknown[]);
  /**
   * What it means when the statement changes no row: `rollback` undoes all steps, `stop` keeps what was done and leaves
   * out the rest. Unset: go on.
   */
  ifNone?: 'rollback' | 'stop';
  /** Says that the statement is a `SELECT`, and that any row of it undoes all steps. It sees what others have committed. */
  ifSome?: 'rollback';
}

/**
 * How to find out whether an atomic write became true, should the connection be lost when that is not known: a `SELECT`
 * by key of one table, of rows that the write itself changes. So it can be told from a write that is still going on,
 * which holds their locks.
 */
export interface Proof {
  sql: string;
  /** As those of a step. */
  parameters?: NonNullable<Step['parameters']>;
  /** What is there when the write became true; a row if left out. */
  shows?: 'row' | 'no_row';
}

export type Outcome = 'done' | 'stopped' | 'rolled_back';

export function valuesOf(step: Pick<Step, 'parameters'>, insertIds: readonly number[]): unknown[] {
  return typeof step.parameters === 'function' ? step.parameters(insertIds) : (step.parameters ?? []);
}

/**
 * SQL that both engines share, and the one place for writes that must become true together. Also the DI token.
 *
 * - A single statement is atomic by itself: prefer one conditional `UPDATE … WHERE …` to a transaction.
 * - `atomically` takes a list of statements rather than a callback, because SQLite has one connection: the list runs
 *   within one turn of the event loop there, so that no statement of another request can slip into the transaction.
 * - On MySQL a deadlock or a lock time-out runs the list again (at most 10 times), and so does a connection that was lost
 *   before `COMMIT` was sent (at most 3 times).
 * - A connection that is lost at `COMMIT` leaves open whether the list became true. Its `proof` is looked for then: found,
 *   the outcome is what it was; certainly not there, the list runs again. Nobody may act or speak on a guess.
 * - Never use `repository.save()` or `dataSource.transaction()`: on SQLite they open a transaction that others fall into.
 */
export abstract class Database {
  abstract readonly dialect: 'sqlite' | 'mysql';
  /** Reads. @throws DatabaseUnavailableError */
  abstract query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /**
   * Returns how many rows the statement matched (`affected`) and the id it gave (`insertId`, 0 when none).
   * @throws DatabaseUnavailableError, OutcomeUnknownError when it may have been done and nobody told
   */
  abstract execute(sql: string, parameters?: unknown[]): Promise<{ affected: number; insertId: number }>;
  /**
   * Runs the steps in order, all or none.
   * @throws DatabaseUnavailableError when none is done, OutcomeUnknownError when that could not be found out
   */
  abstract atomically(steps: Step[], proof?: Proof): Promise<Outcome>;

  /**
   * Deletes rows that meet a condition, at most as many as the last placeholder says, in an order that an index has: so
   * that no more rows are looked at, or locked, than are deleted.
   */
  deleteSome(table: string, condition: string, order: string): string {
    return this.dialect === 'sqlite'
      ? `DELETE FROM ${table} WHERE ${rowidsOf(table, condition, order)}`
      : `DELETE FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT ?`;
  }

  /** The same for an update. The condition must no longer hold for what is updated. */
  updateSome(table: string, change: string, condition: string, order: string): string {
    return this.dialect === 'sqlite'
      ? `UPDATE ${table} SET ${change} WHERE ${rowidsOf(table, condition, order)}`
      : `UPDATE ${table} SET ${change} WHERE ${condition} ORDER BY ${order} LIMIT ?`;
  }

  /** The tail of an `INSERT` that overwrites `columns` of the row with the same `keys`. */
  onDuplicateUpdate(keys: string[], columns: string[]): string {
    return this.dialect === 'sqlite'
      ? `ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`
      : `ON DUPLICATE KEY UPDATE ${columns.map((column) => `${column} = VALUES(${column})`).join(', ')}`;
  }

  /** The tail of an `INSERT` that adds its `columns` to those of the row with the same `keys`. */
  onDuplicateAdd(keys: string[], columns: string[]): string {
    return this.dialect === 'sqlite'
      ? `ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${columns.map((column) => `${column} = ${column} + excluded.${column}`).join(', ')}`
      : `ON DUPLICATE KEY UPDATE ${columns.map((column) => `${column} = ${column} + VALUES(${column})`).join(', ')}`;
  }
}

function rowidsOf(table: string, condition: string, order: string): string {
  return `rowid IN (SELECT rowid FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT ?)`;
}
