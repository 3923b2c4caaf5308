import { type Proof, type Statement, type Step } from './statement';

export type { Proof, Statement, Step } from './statement';

export type Outcome = 'done' | 'stopped' | 'rolled_back';

/**
 * What every statement goes through – those of TypeORM's repositories and builders too (`route-statements.ts`) – and the
 * one place for writes that must become true together. Also the DI token.
 *
 * One row: `await accounts.findOneBy({ id })`, `await accounts.update({ id }, { name })`, `insert`, `delete`.
 * Many, or on a condition: `const { affected } = await tokens.createQueryBuilder().update().set({ revokedAt: now })
 *   .where('id = :id AND revokedAt IS NULL', { id }).execute()`.
 * An insert whose id is wanted: `const { insertId } = await database.run(accounts.createQueryBuilder().insert().values(row))`.
 * Together: `await database.atomically([lockRow(accounts, id), { statement: builder, ifNone: 'rollback' },
 *   { statement: ([, insertId]) => other.createQueryBuilder().insert().values({ insertId }) }], proof)`.
 *
 * - A single statement is atomic by itself: prefer one conditional `UPDATE … WHERE …` to a transaction.
 * - `atomically` takes a list of statements rather than a callback, because SQLite has one connection: the list runs
 *   within one turn of the event loop there, so that no statement of another request can slip into the transaction.
 * - On MySQL a deadlock or a lock time-out runs the list again (at most 10 times), and so does a connection that was lost
 *   before `COMMIT` was sent (at most 3 times).
 * - A connection that is lost at `COMMIT` leaves open whether the list became true. Its `proof` is looked for then: found,
 *   the outcome is what it was; certainly not there, the list runs again. Nobody may act or speak on a guess.
 * - `repository.save()`, `remove()` and `dataSource.transaction()` are refused: on SQLite they would open a transaction that
 *   others fall into.
 */
export abstract class Database {
  abstract readonly dialect: 'sqlite' | 'mysql';
  /** Reads, as text: what no builder says (ADR 0022). @throws DatabaseUnavailableError */
  abstract query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  /**
   * Writes, as text. Returns how many rows the statement matched (`affected`) and the id it gave (`insertId`, 0 when none).
   * @throws DatabaseUnavailableError, OutcomeUnknownError when it may have been done and nobody told
   */
  abstract execute(sql: string, parameters?: unknown[]): Promise<{ affected: number; insertId: number }>;
  /**
   * Runs the steps in order, all or none.
   * @throws DatabaseUnavailableError when none is done, OutcomeUnknownError when that could not be found out
   */
  abstract atomically(steps: Step[], proof?: Proof): Promise<Outcome>;

  /**
   * On SQLite a number that another process's writes have changed whenever it is not what it was; null: it can't be known. Costs
   * a tenth of a query.
   */
  abstract versionByOthers(): number | null;

  /** As `execute`, of a builder: says the id that an insert gave, where `builder.execute()` would read the row again. */
  run(statement: Statement): Promise<{ affected: number; insertId: number }> {
    return this.execute(...statement.getQueryAndParameters());
  }
}
