'use strict';

/**
 * The thread of `WalCheckpoints`: plain JavaScript, so that a thread of Node runs it as it is, in tests too. It looks how much
 * of the log has not been written to the database's file, and writes it there when that is much. A checkpoint that is
 * passive waits for nobody and nobody for it (sqlite.org/wal.html).
 */
const { parentPort, workerData } = require('node:worker_threads');
const SqliteConnection = require('better-sqlite3');

const { file, pages, everyMs } = workerData;
/** What is written while a checkpoint runs keeps the log from beginning anew, and is little: the next one mostly gets it all. */
const TRIES = 4;
const connection = new SqliteConnection(file, { fileMustExist: true });
connection.pragma('wal_autocheckpoint = 0');
connection.pragma('synchronous = NORMAL');

/** Pages of the log that are not in the file. */
function missing() {
  const [{ log, checkpointed }] = connection.pragma('wal_checkpoint(NOOP)');
  return log - checkpointed;
}

const timer = setInterval(() => {
  try {
    if (missing() < pages) return;
    for (let tries = 0; tries < TRIES && missing() > 0; tries += 1) connection.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // Busy, or the disk is full: what was not written stays in the log, and is tried again.
  }
}, everyMs);

parentPort.once('message', () => {
  clearInterval(timer);
  connection.close();
  parentPort.close();
});
