import { DatabaseFullError, DatabaseUnavailableError } from './database.errors';

const DEADLOCK = 1213;
const LOCK_WAIT_TIMEOUT = 1205;
/** MariaDB's name for a deadlock that is found while an `INSERT … SELECT` waits for the counter of its table. */
const NO_AUTO_INCREMENT = 1467;
/** MySQL's answer to `NOWAIT`; MariaDB's is the lock wait time-out. */
const LOCK_NOWAIT = 3572;

/** Disk full (1021, 1114: the table is full), and what a storage engine says without a name of its own (1026, 1030, 1180). */
const NO_ROOM = new Set([1021, 1026, 1030, 1114, 1180]);
/** The server or its transaction is read-only: a replica, a failover, an operator. */
const READ_ONLY = new Set([1223, 1290, 1792, 1836]);
/** Out of memory, descriptors or time of its own: 1037, 1038, 1041, 1135; 1226 limit of a user; 1317, 1969, 3024 cut off. */
const EXHAUSTED = new Set([1037, 1038, 1041, 1135, 1226, 1317, 1969, 3024]);

/** Answers of a server that takes no work, or ends a connection: 1040 and 1203 too many, 1053 shutting down, 1927 killed. */
const REFUSALS = new Set([1040, 1053, 1152, 1203, 1927]);
/** Our own time limit on a statement ran out. */
export const NO_ANSWER = 'PROTOCOL_SEQUENCE_TIMEOUT';
const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT', NO_ANSWER]);

interface DriverFault {
  code?: string;
  errno?: number;
  fatal?: boolean;
}

/** Whether the same list, run again, may get through. It was undone. */
export function isCollision(error: unknown): boolean {
  const { errno } = error as DriverFault;
  return errno === DEADLOCK || errno === LOCK_WAIT_TIMEOUT || errno === NO_AUTO_INCREMENT;
}

/** Whether somebody else holds the row that was asked for with `NOWAIT`. */
export function isLocked(error: unknown): boolean {
  const { errno } = error as DriverFault;
  return errno === LOCK_NOWAIT || errno === LOCK_WAIT_TIMEOUT;
}

/** Whether the connection is of no use any more, whatever the statement was. */
export function isConnectionFault(error: unknown): boolean {
  const { code, errno, fatal } = error as DriverFault;
  return fatal === true || (code !== undefined && LOST.has(code)) || (errno !== undefined && REFUSALS.has(errno));
}

/** Whether the server hangs: another try at once would only wait as long again. */
export function isHanging(error: unknown): boolean {
  return (error as DriverFault).code === NO_ANSWER;
}

/** Whether the server refused a statement for a reason that lies with it, and not with the statement. It was not done. */
export function isRefusal(error: unknown): boolean {
  const { errno } = error as DriverFault;
  return errno !== undefined && (NO_ROOM.has(errno) || READ_ONLY.has(errno) || EXHAUSTED.has(errno));
}

/** Whether the connection leads to a server that takes no writes; a new one may lead to another. */
export function isReadOnly(error: unknown): boolean {
  return READ_ONLY.has((error as DriverFault).errno ?? 0);
}

/** What a caller is told about a fault that says that nothing was done. */
export function unavailable(cause: unknown): DatabaseUnavailableError {
  const { errno = 0 } = cause as DriverFault;
  if (NO_ROOM.has(errno)) return new DatabaseFullError(cause);
  if (READ_ONLY.has(errno)) {
    return new DatabaseUnavailableError(cause, 'The database takes no writes just now. Try again in a few seconds.');
  }
  if (EXHAUSTED.has(errno) || isCollision(cause)) {
    return new DatabaseUnavailableError(cause, 'The database is too busy just now. Try again in a few seconds.');
  }
  return new DatabaseUnavailableError(cause);
}
