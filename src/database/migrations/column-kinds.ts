import type { QueryRunner, TableColumnOptions, TableOptions } from 'typeorm';

/** The column types that mean the same on both engines. Instants are milliseconds since the epoch. */
export interface ColumnKinds {
  /** Auto-increment primary key. */
  id: () => TableColumnOptions;
  integer: (name: string, options?: Partial<TableColumnOptions>) => TableColumnOptions;
  /** Whole numbers beyond 32 bits, up to 2^53: credits and instants. */
  long: (name: string, options?: Partial<TableColumnOptions>) => TableColumnOptions;
  /** Compared byte by byte (`utf8mb4_bin` on MySQL), so that `ß` is not `ss`. */
  string: (name: string, length: number, options?: Partial<TableColumnOptions>) => TableColumnOptions;
  text: (name: string, options?: Partial<TableColumnOptions>) => TableColumnOptions;
  /** Up to 16 MiB. */
  bytes: (name: string, options?: Partial<TableColumnOptions>) => TableColumnOptions;
}

export function columnKinds(runner: QueryRunner): ColumnKinds {
  const mysql = runner.dataSource.options.type === 'mysql';
  const collation = mysql ? { charset: 'utf8mb4', collation: 'utf8mb4_bin' } : {};
  return {
    id: () => ({
      name: 'id',
      type: mysql ? 'int' : 'integer',
      isPrimary: true,
      isGenerated: true,
      generationStrategy: 'increment',
    }),
    integer: (name, options = {}) => ({ name, type: mysql ? 'int' : 'integer', ...options }),
    long: (name, options = {}) => ({ name, type: 'bigint', ...options }),
    string: (name, length, options = {}) => ({
      name,
      type: 'varchar',
      length: String(length),
      ...collation,
      ...options,
    }),
    text: (name, options = {}) => ({ name, type: 'text', ...collation, ...options }),
    bytes: (name, options = {}) => ({ name, type: mysql ? 'mediumblob' : 'blob', ...options }),
  };
}

/** Options that every table has on MySQL: a character set that holds every address, and row-level locks. */
export function tableDefaults(runner: QueryRunner): Partial<TableOptions> {
  return runner.dataSource.options.type === 'mysql' ? { engine: 'InnoDB' } : {};
}
