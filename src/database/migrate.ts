import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { migrations } from './migrations';

/** How long a process waits for another one that is migrating, in seconds. */
const WAIT_SECONDS = 120;
const SQLITE_PAUSE_MS = 100;
const SQLITE_TRIES = (WAIT_SECONDS * 1000) / SQLITE_PAUSE_MS;
const SQLITE_TRIES_WHERE_TABLES_EXIST = 50;

/** The instant in the name of the first migration. What is older was squashed into it before 1.0.0. */
const FIRST = Number(/\d{13}$/.exec(migrations[0]?.name ?? '')?.[0]);

/**
 * Brings the schema up to date. Processes that start at once take turns: on MySQL by a named lock of the server, on
 * SQLite by the file's lock.
 * @throws Error that says what to do, when the schema was made before 1.0.0
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  await refuseSquashed(dataSource);
  await (dataSource.options.type === 'mysql' ? migrateMysql(dataSource) : migrateSqlite(dataSource));
}

/** @throws Error that says what to do, when the schema is older than this program. */
export async function requireMigrated(dataSource: DataSource): Promise<void> {
  await refuseSquashed(dataSource);
  if (await dataSource.showMigrations()) {
    throw new Error(
      'The database schema is older than this program. Run `npm run migration:run` once (in a container `node dist/migrate.js`), then start again.',
    );
  }
}

async function refuseSquashed(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable('migrations'))) return;
    const [row] = (await runner.query('SELECT name FROM migrations WHERE timestamp < ? LIMIT 1', [FIRST])) as {
      name: string;
    }[];
    if (row === undefined) return;
    throw new Error(
      `The database was made by a version before 1.0.0 (migration ${row.name}), whose schema can't be upgraded. Run the commit ` +
        'that made it, or export what you need there (results and ledger as CSV in the dashboard), then start this version with ' +
        'an empty database: a new DATA_DIR or DATABASE_URL.',
    );
  } finally {
    await runner.release();
  }
}

async function migrateMysql(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    const name = `migrate:${dataSource.driver.database ?? ''}`.slice(0, 64);
    const [row] = (await runner.query('SELECT GET_LOCK(?, ?) AS taken', [name, WAIT_SECONDS])) as { taken: unknown }[];
    if (Number(row?.taken) !== 1) {
      throw new Error(`Another process has been migrating the database for over ${WAIT_SECONDS} seconds. Try again.`);
    }
    await dataSource.runMigrations({ transaction: 'none' });
    await runner.query('SELECT RELEASE_LOCK(?)', [name]);
  } finally {
    await runner.release();
  }
}

async function migrateSqlite(dataSource: DataSource): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await dataSource.runMigrations({ transaction: 'all' });
      return;
    } catch (error) {
      if (tried >= triesAfter(error)) throw error;
      await sleep(SQLITE_PAUSE_MS);
    }
  }
}

/** Where another process was first, the next look waits for it, or finds its work done. */
function triesAfter(error: unknown): number {
  const text = String(error);
  if (/SQLITE_BUSY|database is locked/.test(text)) return SQLITE_TRIES;
  return text.includes('already exists') ? SQLITE_TRIES_WHERE_TABLES_EXIST : 0;
}
