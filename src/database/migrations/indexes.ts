import type { QueryRunner } from 'typeorm';

export interface IndexOfTable {
  table: string;
  name: string;
  columns: readonly string[];
}

/**
 * Makes the index, unless it is there: MySQL commits each statement by itself, so a half-done migration must be able to go on.
 * Not by TypeORM's `createIndex`, which loads the whole description of the table first: on MariaDB that takes longer than the
 * index does, and 10.11 was seen to crash in it.
 */
export async function createIndex(runner: QueryRunner, index: IndexOfTable): Promise<void> {
  if (await hasIndex(runner, index)) return;
  await runner.query(`CREATE INDEX ${index.name} ON ${index.table} (${index.columns.join(', ')})`);
}

export async function dropIndex(runner: QueryRunner, index: IndexOfTable): Promise<void> {
  if (!(await hasIndex(runner, index))) return;
  await runner.query(`DROP INDEX ${index.name}${isMysql(runner) ? ` ON ${index.table}` : ''}`);
}

async function hasIndex(runner: QueryRunner, { table, name }: IndexOfTable): Promise<boolean> {
  const found = (await (isMysql(runner)
    ? runner.query(`SHOW INDEX FROM ${table} WHERE Key_name = ?`, [name])
    : runner.query("SELECT name FROM sqlite_master WHERE type = 'index' AND name = ?", [name]))) as unknown[];
  return found.length > 0;
}

const isMysql = (runner: QueryRunner): boolean => runner.dataSource.options.type === 'mysql';
