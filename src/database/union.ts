import type { Statement } from './statement';

/**
 * The rows of all of these queries, each row once; they have the same columns, and each may have an order and a limit.
 * @param how `all`: a row that several of them have comes as often, and nothing is sorted to find that out
 */
export function union(queries: readonly Statement[], how: 'each once' | 'all' = 'each once'): Statement {
  return {
    getQueryAndParameters: () => {
      const parts = queries.map((query) => query.getQueryAndParameters());
      // SQLite takes a part with a limit only as a table.
      const sql = parts
        .map(([part], index) => `SELECT * FROM (${part}) part_${index}`)
        .join(how === 'all' ? ' UNION ALL ' : ' UNION ');
      return [sql, parts.flatMap(([, values]) => values)];
    },
  };
}
