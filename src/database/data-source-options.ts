import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool, type Pool, type PoolOptions } from 'mysql2';
import type { DataSourceOptions } from 'typeorm';
import type { DatabaseSettings } from '../config/app-config';
import { parseDatabaseUrl } from '../config/database-url';
import { migrations } from './migrations';

/** A migration waits this long for another process's lock; what is written later: see `SqliteDatabase`. */
const SQLITE_BUSY_TIMEOUT_MS = 5000;
/**
 * What every connection works under, whatever the server's own mode: the driver escapes with backslashes, which
 * NO_BACKSLASH_ESCAPES would make letters of (and a customer's text a statement); strict, so that nothing is cut off.
 */
const SQL_MODE = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION';

/** A server has 16,382 for all of its clients, as a rule (`max_prepared_stmt_count`); the one used longest ago makes room. */
const PREPARED_OF_A_CONNECTION = 32;

/** How TypeORM reaches the database that `DATABASE_URL` chose. The schema comes from the migrations alone. */
export function dataSourceOptions(
  settings: DatabaseSettings,
  entities: NonNullable<DataSourceOptions['entities']> = [],
): DataSourceOptions {
  const common = { entities, migrations, synchronize: false, migrationsRun: false, logging: false } as const;
  return settings.DATABASE_URL === undefined
    ? { ...common, ...sqliteOptions(settings) }
    : { ...common, ...mysqlOptions(settings, settings.DATABASE_URL) };
}

function sqliteOptions({ DATA_DIR }: DatabaseSettings) {
  const file = join(DATA_DIR, 'service.sqlite');
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  // For its owner's eyes only; SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', 0o600));
  return {
    type: 'better-sqlite3',
    database: file,
    timeout: SQLITE_BUSY_TIMEOUT_MS,
    statementCacheSize: 500,
    enableWAL: true,
    prepareDatabase: (database: { pragma(text: string): void }) => {
      database.pragma('synchronous = NORMAL');
      // No folder but DATA_DIR need be writable: SQLite would sort in files of the system's temporary folder.
      database.pragma('temp_store = MEMORY');
    },
  } as const;
}

function mysqlOptions(settings: DatabaseSettings, url: string) {
  const address = parseDatabaseUrl(url);
  if (typeof address === 'string') throw new Error(`DATABASE_URL ${address}.`);
  return {
    type: 'mysql',
    host: address.host,
    port: address.port,
    username: address.username,
    password: settings.DATABASE_PASSWORD ?? address.password,
    database: address.name,
    ssl: tlsOptions(settings),
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    connectTimeout: settings.DATABASE_TIMEOUT_MS,
    poolSize: settings.DATABASE_POOL_SIZE,
    extra: { waitForConnections: true, maxPreparedStatements: PREPARED_OF_A_CONNECTION },
    driver: { createPool: (options: PoolOptions) => preparedPool(options, settings.DATABASE_TIMEOUT_MS) },
  } as const;
}

/** `on`: the certificate is valid and names the host. `verify-ca`: it is one of DATABASE_CA_FILE's, whatever its name. */
function tlsOptions({ DATABASE_TLS, DATABASE_CA_FILE }: DatabaseSettings) {
  if (DATABASE_TLS === 'off') return undefined;
  return {
    ...(DATABASE_CA_FILE === undefined ? {} : { ca: readFileSync(DATABASE_CA_FILE) }),
    rejectUnauthorized: true,
    verifyIdentity: DATABASE_TLS === 'on',
  };
}

/** A pool whose connections are made ready before their first statement; one that can't be is not used. */
function preparedPool(options: PoolOptions, timeoutMs: number): Pool {
  const pool = createPool(options);
  // Shorter than our own patience: the server says why, and its connection stays good.
  const lockWaitSeconds = Math.max(1, Math.floor(timeoutMs / 1000) - 1);
  pool.on('connection', (connection) => {
    // Whoever uses it is told of its faults; an event that nobody hears would end the process.
    connection.on('error', () => undefined);
    connection.query(
      `SET SESSION sql_mode = '${SQL_MODE}', SESSION innodb_lock_wait_timeout = ${lockWaitSeconds}`,
      (fault) => {
        if (fault !== null) connection.destroy();
      },
    );
  });
  return pool;
}
