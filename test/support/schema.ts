import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Database } from '../../src/database/database';

/** A line for each column, key and index of a table: `columns: balance bigint not null default 0`. */
export type Schema = Record<string, string[]>;

/** The types that entities use, as the two engines' migrated schemas name them. */
const KINDS: Record<string, { sqlite: string; mysql: string }> = {
  int: { sqlite: 'integer', mysql: 'int' },
  bigint: { sqlite: 'bigint', mysql: 'bigint' },
  varchar: { sqlite: 'varchar', mysql: 'varchar' },
  text: { sqlite: 'text', mysql: 'text' },
  'simple-json': { sqlite: 'text', mysql: 'text' },
  blob: { sqlite: 'blob', mysql: 'mediumblob' },
};

interface ColumnFacts {
  name: string;
  /** With its length, where it has one: `varchar(255)`. */
  kind: string;
  nullable: boolean;
  /** Null: none. */
  standard: string | null;
}

/** What the entities say. */
export function describedSchema({ entityMetadatas }: DataSource, dialect: 'sqlite' | 'mysql'): Schema {
  return Object.fromEntries(entityMetadatas.map((metadata) => [metadata.tableName, describe(metadata, dialect)]));
}

function describe(
  { columns, primaryColumns, uniques, indices }: EntityMetadata,
  dialect: 'sqlite' | 'mysql',
): string[] {
  const named = (kind: string, { name, columns: of }: { name: string; columns: readonly ColumnMetadata[] }): string =>
    line(kind, name, of);
  return [
    ...columns.map((column) =>
      columnLine({
        name: column.databaseName,
        kind: kindOf(column, dialect),
        nullable: column.isNullable,
        standard: column.default === undefined ? null : JSON.stringify(column.default).replaceAll('"', ''),
      }),
    ),
    line('primary key', '', primaryColumns),
    // Of the same kind of thing, on MySQL.
    ...uniques.map((unique) => named('unique', unique)),
    ...indices.map((index) => named(index.isUnique ? 'unique' : 'index', index)),
  ].sort();
}

function kindOf({ type, length }: ColumnMetadata, dialect: 'sqlite' | 'mysql'): string {
  const name = type === Number ? 'int' : String(type);
  const kind = KINDS[name]?.[dialect] ?? `${name} (which this test does not know)`;
  return length === '' ? kind : `${kind}(${length})`;
}

/** What the database has, but for the table of the migrations. */
export async function migratedSchema(database: Database): Promise<Schema> {
  const schema = await (database.dialect === 'sqlite' ? sqliteSchema(database) : mysqlSchema(database));
  delete schema['migrations'];
  return schema;
}

async function sqliteSchema(database: Database): Promise<Schema> {
  const tables = await database.query<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const schema: Schema = {};
  for (const { name: table, sql } of tables) {
    const columns = await database.query<
      Record<'name' | 'type', string> & { notnull: number; pk: number; dflt_value: string | null }
    >(`PRAGMA table_info("${table}")`);
    const lines = columns.map(({ name, type, notnull, dflt_value: standard }) =>
      columnLine({ name, kind: type.toLowerCase(), nullable: notnull === 0, standard }),
    );
    lines.push(
      line(
        'primary key',
        '',
        columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk),
      ),
    );
    for (const [, name = '', of = ''] of sql.matchAll(/CONSTRAINT "(\w+)" UNIQUE \(([^)]*)\)/g)) {
      lines.push(
        line(
          'unique',
          name,
          of.split(',').map((column) => ({ name: column.replaceAll(/["\s]/g, '') })),
        ),
      );
    }
    const indexes = await database.query<{ name: string; unique: number; origin: string }>(
      `PRAGMA index_list("${table}")`,
    );
    for (const { name, unique } of indexes.filter(({ origin }) => origin === 'c')) {
      lines.push(line(unique === 1 ? 'unique' : 'index', name, await database.query(`PRAGMA index_info("${name}")`)));
    }
    schema[table] = lines.sort();
  }
  return schema;
}

async function mysqlSchema(database: Database): Promise<Schema> {
  const schema: Schema = {};
  const columns = await database.query<Record<string, string | number | null>>(
    `SELECT TABLE_NAME AS tableName, COLUMN_NAME AS name, DATA_TYPE AS type, CHARACTER_MAXIMUM_LENGTH AS length,
        IS_NULLABLE AS nullable, COLUMN_DEFAULT AS standard FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()`,
  );
  for (const { tableName, name, type, length, nullable, standard } of columns) {
    (schema[String(tableName)] ??= []).push(
      columnLine({
        name: String(name),
        kind: type === 'varchar' ? `varchar(${length})` : String(type),
        nullable: nullable === 'YES',
        // MariaDB says NULL by that word.
        standard: standard === null || standard === 'NULL' ? null : String(standard),
      }),
    );
  }
  const keys = await database.query<{ tableName: string; name: string; notUnique: number; columns: string }>(
    `SELECT TABLE_NAME AS tableName, INDEX_NAME AS name, NON_UNIQUE AS notUnique,
        GROUP_CONCAT(COLUMN_NAME ORDER BY SEQ_IN_INDEX) AS columns
      FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() GROUP BY TABLE_NAME, INDEX_NAME, NON_UNIQUE`,
  );
  for (const { tableName, name, notUnique, columns: of } of keys) {
    const columnsOf = of.split(',').map((column) => ({ name: column }));
    const isPrimary = name === 'PRIMARY';
    const kind = notUnique === 1 ? 'index' : 'unique';
    schema[tableName]?.push(line(isPrimary ? 'primary key' : kind, isPrimary ? '' : name, columnsOf));
  }
  for (const lines of Object.values(schema)) lines.sort();
  return schema;
}

function columnLine({ name, kind, nullable, standard }: ColumnFacts): string {
  return `column ${name} ${kind}${nullable ? '' : ' not null'}${standard === null ? '' : ` default ${standard}`}`;
}

function line(kind: string, name: string, columns: readonly ({ name: string } | ColumnMetadata)[]): string {
  const names = columns.map((column) => ('databaseName' in column ? column.databaseName : column.name));
  return `${kind} ${name}(${names.join(', ')})`;
}
