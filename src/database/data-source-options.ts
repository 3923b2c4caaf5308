import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSourceOptions } from 'typeorm';
import type { AppConfig } from '../config/app-config';
import { migrations } from './migrations';

/** A statement waits this long for another process's lock (the command line writes beside a running service). */
const SQLITE_BUSY_TIMEOUT_MS = 5000;
const MYSQL_POOL_SIZE = 10;

/** How TypeORM reaches the database that `DATABASE_URL` chose. The schema comes from the migrations alone. */
export function dataSourceOptions(
  config: Pick<AppConfig, 'DATABASE_URL' | 'DATA_DIR'>,
  entities: NonNullable<DataSourceOptions['entities']> = [],
): DataSourceOptions {
  const common = { entities, migrations, synchronize: false, migrationsRun: false, logging: false } as const;
  if (config.DATABASE_URL === undefined) {
    const file = join(config.DATA_DIR, 'service.sqlite');
    mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
    // For its owner's eyes only; SQLite gives the files beside it the same mode.
    closeSync(openSync(file, 'a', 0o600));
    return {
      ...common,
      type: 'better-sqlite3',
      database: file,
      timeout: SQLITE_BUSY_TIMEOUT_MS,
      statementCacheSize: 500,
      enableWAL: true,
      prepareDatabase: (database: { pragma(text: string): void }) => {
        database.pragma('synchronous = NORMAL');
      },
    };
  }
  return {
    ...common,
    type: 'mysql',
    url: config.DATABASE_URL,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    bigNumberStrings: false,
    poolSize: MYSQL_POOL_SIZE,
    extra: { waitForConnections: true },
  };
}
