import type { DataSource, QueryRunner } from 'typeorm';
import type { Database } from './database';

/**
 * From here on all that TypeORM runs goes through our `Database`: the time limits, the retries and the names of faults hold
 * for repositories and builders too. A transaction can't be opened: on SQLite others would fall into it. Migrations, which
 * need a connection of their own, must have run before.
 */
export function routeStatements({ driver }: DataSource, database: Database): void {
  const makeRunner = driver.createQueryRunner.bind(driver);
  driver.createQueryRunner = (mode) => routed(makeRunner(mode), database);
}

function routed(runner: QueryRunner, database: Database): QueryRunner {
  return Object.assign(runner, {
    connect: () => Promise.resolve(),
    startTransaction: () => Promise.reject(new Error('Use Database.atomically: TypeORM opens no transaction here.')),
    query: async (sql: string, parameters: unknown[] = [], isStructured = false): Promise<unknown> => {
      const result = await resultOf(database, sql, parameters);
      return isStructured ? result : result.raw;
    },
  });
}

/** In the form that TypeORM gets from its own runners of the two engines. */
async function resultOf(database: Database, sql: string, parameters: unknown[]) {
  if (/^\s*(select|with|pragma|show|explain)\b/i.test(sql)) {
    const records = await database.query(sql, parameters);
    return { raw: records, records };
  }
  const { affected, insertId } = await database.execute(sql, parameters);
  return {
    raw: database.dialect === 'sqlite' ? insertId : { affectedRows: affected, insertId },
    records: [],
    affected,
  };
}
