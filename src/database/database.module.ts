import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type BetterSqlite3 from 'better-sqlite3';
import type { Pool } from 'mysql2';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { AppConfig } from '../config/app-config';
import { Database } from './database';
import { dataSourceOptions } from './data-source-options';
import { migrate, requireMigrated } from './migrate';
import { MysqlConnections } from './mysql-connections';
import { MysqlDatabase } from './mysql-database';
import { SqliteDatabase } from './sqlite-database';
import { StorageRoom } from './storage-room';

/** The driver's own patience, where none was set. */
const DEFAULT_TIMEOUT_MS = 10_000;

export type Entities = NonNullable<DataSourceOptions['entities']>;

/** Closes the connection when the application has stopped everything that uses it. */
class DatabaseCloser implements OnApplicationShutdown {
  constructor(private readonly dataSource: DataSource) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }
}

/** The one place where the database is chosen. A single process migrates at start; a fleet runs `migration:run`. */
@Module({})
export class DatabaseModule {
  static register(config: AppConfig, entities: Entities): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      providers: [
        { provide: DataSource, useFactory: () => connect(config, entities) },
        { provide: Database, useFactory: sharedSql, inject: [DataSource] },
        {
          provide: StorageRoom,
          useFactory: (database: Database) => new StorageRoom(database, config),
          inject: [Database],
        },
        {
          provide: DatabaseCloser,
          useFactory: (source: DataSource) => new DatabaseCloser(source),
          inject: [DataSource],
        },
      ],
      exports: [DataSource, Database, StorageRoom],
    };
  }
}

/** Connects; migrates where one process does all, and demands a migrated schema of a fleet's processes. */
export async function connect(config: AppConfig, entities: Entities): Promise<DataSource> {
  const dataSource = new DataSource(dataSourceOptions(config, entities));
  await dataSource.initialize();
  try {
    await (config.ROLE === 'all' ? migrate(dataSource) : requireMigrated(dataSource));
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
  return dataSource;
}

/** The `Database` over a connected data source. */
export function sharedSql(dataSource: DataSource): Database {
  const driver = dataSource.driver as unknown as { databaseConnection?: BetterSqlite3.Database; pool?: Pool };
  if (driver.databaseConnection !== undefined) return new SqliteDatabase(driver.databaseConnection);
  if (driver.pool !== undefined && dataSource.options.type === 'mysql') {
    return new MysqlDatabase(
      new MysqlConnections(driver.pool, dataSource.options.connectTimeout ?? DEFAULT_TIMEOUT_MS),
    );
  }
  throw new Error('This service speaks to SQLite and MySQL only.');
}
