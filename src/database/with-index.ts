import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { escaped, metadataOf } from './columns';
import type { Statement } from './statement';

/** A query that names the index by which its table is read, which a builder can't do on SQLite. */
export function withIndex<Entity extends ObjectLiteral>(
  builder: SelectQueryBuilder<Entity>,
  index: string,
): Statement & { getQuery(): string } {
  const metadata = metadataOf(builder);
  const table = `${escaped(metadata, metadata.tableName)} ${escaped(metadata, builder.alias)}`;
  const hint = metadata.dataSource.options.type === 'mysql' ? `FORCE INDEX (${index})` : `INDEXED BY ${index}`;
  const hinted = (sql: string): string => sql.replace(table, () => `${table} ${hint}`);
  return {
    getQuery: () => hinted(builder.getQuery()),
    getQueryAndParameters: () => {
      const [sql, values] = builder.getQueryAndParameters() as [string, unknown[]];
      return [hinted(sql), values];
    },
  };
}
