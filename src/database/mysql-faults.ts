const DEADLOCK = 1213;
const LOCK_WAIT_TIMEOUT = 1205;
/** MySQL's answer to `NOWAIT`; MariaDB's is the lock wait time-out. */
const LOCK_NOWAIT = 3572;

/** Answers of a server that takes no work, or ends a connection: 1040 and 1203 too many, 1053 shutting down, 1927 killed. */
const REFUSALS = new Set([1040, 1053, 1152, 1203, 1927]);
/** Our own time limit on a statement ran out. */
const NO_ANSWER = 'PROTOCOL_SEQUENCE_TIMEOUT';
const LOST = new Set(['PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT', NO_ANSWER]);

interface DriverFault {
  code?: string;
  errno?: number;
  fatal?: boolean;
}

/** Whether the same list, run again, may get through. It was undone. */
export function isCollision(error: unknown): boolean {
  const { errno } = error as DriverFault;
  return errno === DEADLOCK || errno === LOCK_WAIT_TIMEOUT;
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
