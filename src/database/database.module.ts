import { Module, type DynamicModule } from '@nestjs/common';
import type BetterSqlite3 from 'better-sqlite3';
import type { Pool } from 'mysql2';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { AppConfig } from '../config/app-config';
import { WalCheckpoints } from './wal-checkpoints';
import { Database } from './database';
import { dataSourceOptions } from './data-source-options';
import { migrate, requireMigrated } from './migrate';
import { MysqlConnections } from './mysql-connections';
import { MysqlDatabase } from './mysql-database';
import { routeStatements } from './route-statements';
import { ServiceInstant } from './service-instant.entity';
import { SqliteDatabase } from './sqlite-database';
import { DiskSpace } from './disk-space';

/** The driver's own patience, where none was set. */
const DEFAULT_TIMEOUT_MS = 10_000;

export type Entities = NonNullable<DataSourceOptions['entities']>;

/**
 * The one place where the database is chosen. Its entities are those that the modules name with `TypeOrmModule.forFeature`. A
 * single process migrates at start; a fleet runs `migration:run`.
 */
@Module({})
export class DatabaseModule {
  static register(config: AppConfig): DynamicModule {
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ ...dataSourceOptions(config), autoLoadEntities: true, toRetry: () => false }),
          dataSourceFactory: async (options) => withCheckpoints(await connect(config, options?.entities)),
        }),
        TypeOrmModule.forFeature([ServiceInstant]),
      ],
      providers: [
        { provide: Database, useFactory: sharedSql, inject: [DataSource] },
        {
          provide: DiskSpace,
          useFactory: (database: Database) => new DiskSpace(database, config),
          inject: [Database],
        },
      ],
      exports: [TypeOrmModule, Database, DiskSpace],
    };
  }
}

/** Connects; migrates where one process does all, and demands a migrated schema of a fleet's processes. */
export async function connect(config: AppConfig, entities: Entities = []): Promise<DataSource> {
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

/** WalCheckpoints in a thread of their own. It ends before the connection is closed, which TypeORM's module does at the end. */
function withCheckpoints(dataSource: DataSource): DataSource {
  const connection = sqliteConnection(dataSource);
  if (connection === undefined) return dataSource;
  const checkpoints = new WalCheckpoints(connection);
  const close = dataSource.destroy.bind(dataSource);
  dataSource.destroy = async () => {
    await checkpoints.stop();
    await close();
  };
  return dataSource;
}

/** The `Database` over a connected data source, through which TypeORM's own statements go too from here on. */
export function sharedSql(dataSource: DataSource): Database {
  const database = databaseOver(dataSource);
  routeStatements(dataSource, database);
  return database;
}

function databaseOver(dataSource: DataSource): Database {
  const connection = sqliteConnection(dataSource);
  if (connection !== undefined) {
    connection.pragma('busy_timeout = 0');
    return new SqliteDatabase(connection);
  }
  const driver = dataSource.driver as unknown as { pool?: Pool };
  if (driver.pool !== undefined && dataSource.options.type === 'mysql') {
    return new MysqlDatabase(
      new MysqlConnections(driver.pool, dataSource.options.connectTimeout ?? DEFAULT_TIMEOUT_MS),
    );
  }
  throw new Error('This service speaks to SQLite and MySQL only.');
}

function sqliteConnection({ driver }: DataSource): BetterSqlite3.Database | undefined {
  return (driver as unknown as { databaseConnection?: BetterSqlite3.Database }).databaseConnection;
}
