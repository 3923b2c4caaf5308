import { Logger } from '@nestjs/common';
import type BetterSqlite3 from 'better-sqlite3';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Pages of 4 KiB in the log that make a checkpoint worth its two syncs, and the sync of the write that begins the log anew. */
const PAGES = 1000;
const EVERY_MS = 50;
/** From here on writes do it themselves, should the thread not keep up. */
const BACKSTOP_PAGES = 2500;
/** SQLite's own. */
const USUAL_PAGES = 1000;
const MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/**
 * Moves what was written from SQLite's log to its file in a thread of its own. SQLite would do it at the end of any write
 * that finds 1,000 pages in the log, and wait for the disk twice: 30 to 90 ms in which the event loop stands still.
 */
export class WalCheckpoints {
  private readonly worker: Worker;
  private isStopping = false;

  /** @param connection the one that writes */
  constructor(private readonly connection: BetterSqlite3.Database) {
    this.worker = new Worker(join(__dirname, 'wal-checkpoint-worker.cjs'), {
      workerData: { file: connection.name, pages: PAGES, everyMs: EVERY_MS },
      execArgv: [],
      resourceLimits: MEMORY,
    });
    this.worker.unref();
    this.worker.once('error', (fault) => {
      new Logger('Database').warn(`Writes do their own checkpoints from now on: ${String(fault)}`);
    });
    this.worker.once('exit', () => {
      if (!this.isStopping && this.connection.open) this.writeAfter(USUAL_PAGES);
    });
    this.writeAfter(BACKSTOP_PAGES);
  }

  /** Before the connection is closed: the last one to close writes what is left, and removes the log. */
  async stop(): Promise<void> {
    if (this.isStopping || this.worker.threadId === -1) return;
    this.isStopping = true;
    // Keeps a process that has nothing else to do alive until the thread has ended.
    this.worker.ref();
    const ended = once(this.worker, 'exit');
    this.worker.postMessage('stop');
    await ended;
  }

  private writeAfter(pages: number): void {
    this.connection.pragma(`wal_autocheckpoint = ${pages}`);
  }
}
