import { DatabaseFullError, DatabaseUnavailableError } from './database.errors';

/** Primary result codes (sqlite.org/rescode.html) that lie with the file, its disk or this machine, and what callers are told. */
const OUTAGES: Record<string, string> = {
  SQLITE_READONLY: 'The database takes no writes just now. Try again in a few seconds.',
  SQLITE_BUSY: 'The database is too busy just now. Try again in a few seconds.',
  SQLITE_LOCKED: 'The database is too busy just now. Try again in a few seconds.',
  SQLITE_NOMEM: 'The database is too busy just now. Try again in a few seconds.',
  SQLITE_IOERR: "The database's file can't be used just now. Try again in a few seconds.",
  SQLITE_CANTOPEN: "The database's file can't be used just now. Try again in a few seconds.",
  SQLITE_PERM: "The database's file can't be used just now. Try again in a few seconds.",
  SQLITE_PROTOCOL: "The database's file can't be used just now. Try again in a few seconds.",
  SQLITE_CORRUPT: "The database's file is damaged. Try again later.",
  SQLITE_NOTADB: "The database's file is damaged. Try again later.",
};

/** Whether another process holds the lock. */
export const isBusy = (fault: unknown): boolean => primaryCodeOf(fault) === 'SQLITE_BUSY';

/** The fault with its name, where it says that nothing was done for a reason that passes; else the fault itself. */
export function named(fault: unknown): unknown {
  const primary = primaryCodeOf(fault);
  if (primary === 'SQLITE_FULL') return new DatabaseFullError(fault);
  const sentence = OUTAGES[primary];
  return sentence === undefined ? fault : new DatabaseUnavailableError(fault, sentence);
}

/** Extended codes begin with their primary one: SQLITE_IOERR_WRITE. */
function primaryCodeOf(fault: unknown): string {
  const { code } = fault as { code?: unknown };
  return typeof code === 'string' ? (/^SQLITE_[A-Z]+/.exec(code)?.[0] ?? '') : '';
}
