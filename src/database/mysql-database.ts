import type { ResultSetHeader, RowDataPacket } from 'mysql2';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database, type Outcome } from './database';
import { DatabaseUnavailableError, OutcomeUnknownError } from './database.errors';
import type { MysqlConnection, MysqlConnections } from './mysql-connections';
import {
  isCollision,
  isConnectionFault,
  isHanging,
  isLocked,
  isReadOnly,
  isRefusal,
  unavailable,
} from './mysql-faults';
import { textOf, type Proof, type Step } from './statement';

const MAX_RUNS = 10;
/** A lost connection says little about the next one: servers, and what stands in between, drop idle ones. */
const MAX_LOSSES = 3;
/** Pauses between looks for a proof, in milliseconds: a primary that moves takes about as long. */
const LOOK_AFTER_MS = [0, 50, 200, 500, 1000];

/** The connection was lost in a list of steps, with `COMMIT` sent and not answered, or before. */
class ListLost extends Error {
  constructor(
    cause: unknown,
    readonly threadId: number,
    /** What `COMMIT` would make true, with the ids of the steps' inserts; null: it was not sent, so that nothing is. */
    readonly sent: { outcome: Outcome; insertIds: readonly number[] } | null,
  ) {
    super('The connection was lost.', { cause });
  }
}

/** The database of the distributed set-up: MySQL 8 or MariaDB 10.6+, a pool of connections. */
export class MysqlDatabase extends Database {
  readonly dialect = 'mysql';

  constructor(private readonly connections: MysqlConnections) {
    super();
  }

  versionByOthers(): null {
    return null;
  }

  async query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    for (let losses = 1; ; losses += 1) {
      try {
        const [rows] = await this.on((connection) => connection.query<RowDataPacket[]>(sql, parameters));
        return rows as Row[];
      } catch (error) {
        if (!isConnectionFault(error)) throw error;
        if (losses >= MAX_LOSSES || isHanging(error)) throw unavailable(error);
      }
    }
  }

  async execute(sql: string, parameters: unknown[] = []): Promise<{ affected: number; insertId: number }> {
    const isPatient = this.patience();
    for (let run = 1; ; run += 1) {
      try {
        const [header] = await this.on((connection) => connection.query<ResultSetHeader>(sql, parameters));
        return { affected: header.affectedRows, insertId: header.insertId };
      } catch (error) {
        if (isConnectionFault(error)) throw new OutcomeUnknownError(error);
        if (!isCollision(error)) throw error;
        if (run >= MAX_RUNS || !isPatient()) throw unavailable(error);
      }
    }
  }

  async atomically(steps: Step[], proof?: Proof): Promise<Outcome> {
    const isPatient = this.patience();
    let losses = 0;
    for (let run = 1; ; run += 1) {
      try {
        return await this.on((connection) => runList(connection, steps));
      } catch (error) {
        if (!(error instanceof ListLost)) {
          if (!isCollision(error)) throw error;
          if (run >= MAX_RUNS || !isPatient()) throw unavailable(error);
          continue;
        }
        if (error.sent !== null && (await this.becameTrue(error, proof))) return error.sent.outcome;
        losses += 1;
        if (losses >= MAX_LOSSES || isHanging(error.cause)) throw unavailable(error.cause);
        await this.end(error.threadId);
      }
    }
  }

  /** Lends a connection; one that failed is not used again. */
  private async on<Result>(work: (connection: MysqlConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.connections.take();
    try {
      const result = await work(connection);
      connection.release();
      return result;
    } catch (error) {
      if (error instanceof ListLost || isConnectionFault(error) || isReadOnly(error)) connection.destroy();
      else connection.release();
      throw isRefusal(error) ? unavailable(error) : error;
    }
  }

  /** Whether there is time for another run: collisions are quick as a rule, a lock that is held for long is not. */
  private patience(): () => boolean {
    const until = performance.now() + this.connections.timeoutMs;
    return () => performance.now() < until;
  }

  /** @throws OutcomeUnknownError */
  private async becameTrue({ sent, threadId, cause }: ListLost, proof: Proof | undefined): Promise<boolean> {
    if (proof === undefined) throw new OutcomeUnknownError(cause);
    const { sql, values, shows } = textOf(proof, sent?.insertIds ?? []);
    const isPatient = this.patience();
    for (const pause of LOOK_AFTER_MS) {
      if (!isPatient()) break;
      await sleep(pause);
      try {
        // By a lock, so that a write which is still going on is not taken for one that was undone.
        const rows = await this.query(`${sql} FOR UPDATE NOWAIT`, values);
        return rows.length > 0 === (shows !== 'no_row');
      } catch (error) {
        if (isLocked(error)) await this.end(threadId);
        else if (!(error instanceof DatabaseUnavailableError)) throw new OutcomeUnknownError(error);
      }
    }
    throw new OutcomeUnknownError(cause);
  }

  /** Ends a lost connection on the server's side, so that its locks go. It may be gone already, or out of reach. */
  private async end(threadId: number): Promise<void> {
    await this.execute('KILL ?', [threadId]).catch(() => undefined);
  }
}

/** @throws ListLost when the connection failed; whatever else a statement rejects with, after all is undone */
async function runList(connection: MysqlConnection, steps: Step[]): Promise<Outcome> {
  const { threadId } = connection;
  let ran: { outcome: Outcome; insertIds: number[] } | null = null;
  try {
    await connection.beginTransaction();
    const result = await runSteps(connection, steps);
    if (result.outcome === 'rolled_back') {
      await connection.rollback();
      return result.outcome;
    }
    ran = result;
    await connection.commit();
    return result.outcome;
  } catch (error) {
    // What a server says to COMMIT, but for a collision, does not tell what became of it.
    if (isConnectionFault(error) || (ran !== null && !isCollision(error))) throw new ListLost(error, threadId, ran);
    await connection.rollback().catch((fault: unknown) => {
      throw new ListLost(fault, threadId, null);
    });
    throw error;
  }
}

async function runSteps(
  connection: MysqlConnection,
  steps: Step[],
): Promise<{ outcome: Outcome; insertIds: number[] }> {
  const insertIds: number[] = [];
  for (const step of steps) {
    const { sql, values, ifNone, ifSome } = textOf(step, insertIds);
    const [result] = await connection.query<ResultSetHeader | RowDataPacket[]>(sql, values);
    const isRows = Array.isArray(result);
    insertIds.push(isRows ? 0 : result.insertId);
    if (isRows && result.length > 0 && ifSome === 'rollback') return { outcome: 'rolled_back', insertIds };
    if (isRows || result.affectedRows > 0 || ifNone === undefined) continue;
    return { outcome: ifNone === 'stop' ? 'stopped' : 'rolled_back', insertIds };
  }
  return { outcome: 'done', insertIds };
}
