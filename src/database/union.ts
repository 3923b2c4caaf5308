import type { Statement } from './statement';

/** The rows of all of these queries, each row once; they have the same columns, and each may have an order and a limit. */
export function union(queries: readonly Statement[]): Statement {
  return {
    getQueryAndParameters: () => {
      const parts = queries.map((query) => query.getQueryAndParameters());
      // SQLite takes a part with a limit only as a table.
      const sql = parts.map(([part], index) => `SELECT * FROM (${part}) part_${index}`).join(' UNION ');
      return [sql, parts.flatMap(([, values]) => values)];
    },
  };
}
