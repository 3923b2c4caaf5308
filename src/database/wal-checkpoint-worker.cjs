'use strict';

/**
 * The thread of `WalCheckpoints`: plain JavaScript, so that a thread of Node runs it as it is, in tests too. It looks how much
 * of the log has not been written to the database's file, and writes it there when that is much. A checkpoint that is
 * passive waits for nobody and nobody for it (sqlite.org/wal.html).
 */
const { parentPort, workerData } = require('node:worker_threads');
const SqliteConnection = require('better-sqlite3');

const { file, pages, everyMs } = workerData;
const connection = new SqliteConnection(file, { fileMustExist: true });
connection.pragma('wal_autocheckpoint = 0');
connection.pragma('synchronous = NORMAL');

const timer = setInterval(() => {
  try {
    const [state] = connection.pragma('wal_checkpoint(NOOP)');
    if (state.log - state.checkpointed >= pages) connection.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // Busy, or the disk is full: what was not written stays in the log, and is tried again.
  }
}, everyMs);

parentPort.once('message', () => {
  clearInterval(timer);
  connection.close();
  parentPort.close();
});
