import SqliteConnection from 'better-sqlite3';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The one that served before us may still be answering what was in flight. */
const PATIENCE_MS = 15_000;
const EVERY_MS = 200;

/** Held as long as the process lives: the operating system releases it however that ends. */
let lock: SqliteConnection.Database | undefined;

/**
 * Makes this process the only one that serves the embedded set-up's folder: rate limits, sessions with mail hosts and caches
 * are in its memory. The command line is not hindered. Rejects with a sentence for the operator when another process does
 * not end within 15 seconds.
 */
export async function lockDataFolder(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'serving.lock');
  closeSync(openSync(file, 'a', 0o600));
  lock = new SqliteConnection(file, { timeout: 0 });
  for (let waited = 0; !takes(lock); waited += EVERY_MS) {
    if (waited === 0) process.stderr.write(`Another process serves ${dataDir}: waiting until it has ended …\n`);
    if (waited >= PATIENCE_MS) {
      throw new Error(
        `Another process serves ${dataDir}. Stop it, give this one a DATA_DIR of its own, or use MySQL and Redis for several.`,
      );
    }
    await sleep(EVERY_MS);
  }
}

function takes(connection: SqliteConnection.Database): boolean {
  try {
    connection.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'SQLITE_BUSY') return false;
    throw error;
  }
}
