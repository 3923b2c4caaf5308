import { prepared } from './prepared';
import type { Statement } from './statement';

type Row<Name extends string> = Readonly<Record<Name, unknown>>;

/**
 * An insert of many rows out of the insert of one, which is built once: for 500 rows TypeORM's builder takes 6 ms at least.
 * @param builder of the insert of one row whose values are named (`named`), with no other values
 * @param statement what is run, where that is more than the builder
 */
export function preparedRows<Name extends string>(
  builder: Parameters<typeof prepared>[0],
  statement: Statement = builder,
): (rows: readonly Row<Name>[]) => Statement {
  const one = prepared<Name>(builder, statement);
  return (rows) => ({
    getQueryAndParameters: () => {
      const inserts = rows.map((row) => one(row).getQueryAndParameters());
      const [sql] = inserts[0] ?? [''];
      const text = sql.replace(
        / VALUES (\([^()]*\))/,
        (_, row: string) => ` VALUES ${inserts.map(() => row).join(', ')}`,
      );
      return [text, inserts.flatMap(([, values]) => values)];
    },
  });
}
