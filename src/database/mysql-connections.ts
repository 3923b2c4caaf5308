import type { Duplex } from 'node:stream';
import type { ExecuteValues, FieldPacket, Pool, PoolConnection, QueryError, QueryResult } from 'mysql2';
import { DatabaseUnavailableError } from './database.errors';
import { NO_ANSWER } from './mysql-faults';

/** The database gave no answer in time. What it was asked may still be going on there. */
class NoAnswerError extends Error {
  readonly code = NO_ANSWER;
  readonly fatal = true;

  constructor(timeoutMs: number) {
    super(`The database gave no answer within ${timeoutMs} ms.`);
  }
}

/** The pool, with an end to every wait: for a connection as for each statement. Migrations do not come this way. */
export class MysqlConnections {
  /** @param timeoutMs patience for a connection, and for one statement */
  constructor(
    private readonly pool: Pool,
    readonly timeoutMs: number,
  ) {}

  /** @throws DatabaseUnavailableError when none could be made, or none became free in time */
  take(): Promise<MysqlConnection> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(new DatabaseUnavailableError(new NoAnswerError(this.timeoutMs)));
      }, this.timeoutMs);
      this.pool.getConnection((fault, connection) => {
        clearTimeout(timer);
        // On failure there is none, whatever the types say.
        if (fault !== null) reject(new DatabaseUnavailableError(fault));
        else if (isLate) connection.release();
        else resolve(new MysqlConnection(connection, this.timeoutMs));
      });
    });
  }
}

/** A connection that is checked out of the pool. After a statement without an answer it is gone: nobody knows what it still does. */
export class MysqlConnection {
  constructor(
    private readonly connection: PoolConnection,
    private readonly timeoutMs: number,
  ) {}

  get threadId(): number {
    return this.connection.threadId;
  }

  query<Result extends QueryResult>(sql: string, values: unknown[] = []): Promise<[Result, FieldPacket[]]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.destroy();
        reject(new NoAnswerError(this.timeoutMs));
      }, this.timeoutMs);
      const onAnswer = (fault: QueryError | null, result: Result, fields: FieldPacket[]): void => {
        clearTimeout(timer);
        if (fault === null) resolve([result, fields]);
        else reject(fault);
      };
      // Prepared, bytes travel as they are; in a statement's text the driver writes twice as many letters.
      if (values.some((value) => Buffer.isBuffer(value)))
        this.connection.execute<Result>(sql, values as ExecuteValues, onAnswer);
      else this.connection.query<Result>(sql, values, onAnswer);
    });
  }

  async beginTransaction(): Promise<void> {
    await this.query('START TRANSACTION');
  }

  async commit(): Promise<void> {
    await this.query('COMMIT');
  }

  async rollback(): Promise<void> {
    await this.query('ROLLBACK');
  }

  release(): void {
    this.connection.release();
  }

  destroy(): void {
    this.connection.destroy();
    // The driver says goodbye and waits for the other side, which may have stopped for good.
    (this.connection as unknown as { stream: Duplex }).stream.destroy();
  }
}
