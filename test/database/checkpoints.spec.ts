import SqliteConnection from 'better-sqlite3';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WalCheckpoints } from '../../src/database/wal-checkpoints';
import { TestService } from '../support/service';
import { makeSetUp } from '../support/set-ups';

const PAGE = Buffer.alloc(4000, 1);
/** More than the thread waits for, less than what makes a write move the log by itself. */
const MANY_PAGES = 1500;

interface LogState {
  log: number;
  checkpointed: number;
}

describe('checkpoints', () => {
  let folder: string;
  let connection: SqliteConnection.Database;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
    connection = new SqliteConnection(join(folder, 'service.sqlite'));
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.exec('CREATE TABLE pages (page BLOB)');
  });

  afterEach(() => {
    connection.close();
    rmSync(folder, { recursive: true });
  });

  const state = (): LogState => (connection.pragma('wal_checkpoint(NOOP)') as LogState[])[0]!;

  function write(pages: number): void {
    const insert = connection.prepare('INSERT INTO pages (page) VALUES (?)');
    for (let at = 0; at < pages; at += 100) {
      connection.transaction(() => {
        for (let page = 0; page < 100; page += 1) insert.run(PAGE);
      })();
    }
  }

  async function moved(): Promise<void> {
    while (state().checkpointed === 0) await sleep(20);
  }

  it('no write moves the log to the file: a thread does', async () => {
    const checkpoints = new WalCheckpoints(connection);
    write(MANY_PAGES);
    expect(connection.pragma('wal_autocheckpoint', { simple: true })).toBeGreaterThan(state().log);
    await moved();
    await checkpoints.stop();
    expect(connection.prepare('SELECT COUNT(*) FROM pages').pluck().get()).toBe(MANY_PAGES);
  });

  it('the log begins anew, and the last one to close removes it', async () => {
    const checkpoints = new WalCheckpoints(connection);
    write(MANY_PAGES);
    while (state().log > MANY_PAGES / 2) {
      write(100);
      await sleep(20);
    }
    await checkpoints.stop();
    await checkpoints.stop();
    connection.close();
    expect(statSync(`${connection.name}-wal`, { throwIfNoEntry: false })).toBeUndefined();
    connection = new SqliteConnection(connection.name);
    expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('a service that stops leaves no log behind', async () => {
    const setUp = await makeSetUp('embedded');
    const service = await TestService.start(setUp, {});
    const file = join(setUp.env['DATA_DIR'] ?? '', 'service.sqlite-wal');
    expect(statSync(file, { throwIfNoEntry: false })).toBeDefined();
    await service.stop();
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
    await setUp.remove();
  });
});
