import type { DeleteQueryBuilder, ObjectLiteral, UpdateQueryBuilder } from 'typeorm';
import { bareColumnOf, escaped, metadataOf } from './columns';
import type { Statement } from './statement';

/**
 * The deletion or update of at most `limit` rows, in an order that an index has: so that no more rows are looked at, or
 * locked, than are changed. The condition of an update must no longer hold for what it has updated, and what it sets
 * contains no `WHERE`.
 */
export function limitRows<Entity extends ObjectLiteral>(
  builder: DeleteQueryBuilder<Entity> | UpdateQueryBuilder<Entity>,
  limit: number,
  order: keyof Entity & string,
): Statement {
  const metadata = metadataOf(builder);
  const tail = `ORDER BY ${bareColumnOf(metadata, order)} LIMIT ?`;
  return {
    getQueryAndParameters: () => {
      const [sql, values] = builder.getQueryAndParameters() as [string, unknown[]];
      if (metadata.dataSource.options.type === 'mysql') return [`${sql} ${tail}`, [...values, limit]];
      // SQLite is built without `DELETE … LIMIT`.
      const at = sql.indexOf(' WHERE ');
      const some = `SELECT rowid FROM ${escaped(metadata, metadata.tableName)}${sql.slice(at)} ${tail}`;
      return [`${sql.slice(0, at)} WHERE rowid IN (${some})`, [...values, limit]];
    },
  };
}

/** The first rows of a query, as many as the caller of the prepared statement says. */
export function firstRows(query: Statement, limit: number): Statement {
  return {
    getQueryAndParameters: () => {
      const [sql, values] = query.getQueryAndParameters();
      return [`${sql} LIMIT ?`, [...values, limit]];
    },
  };
}
