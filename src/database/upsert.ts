import type { InsertQueryBuilder, ObjectLiteral } from 'typeorm';
import { bareColumnOf, metadataOf } from './columns';
import type { Statement } from './statement';

type Properties<Entity> = readonly (keyof Entity & string)[];

/** An insert that adds to the columns `sums` of a row with the same `keys` where there is one. */
export function addOnDuplicate<Entity extends ObjectLiteral>(
  builder: InsertQueryBuilder<Entity>,
  keys: Properties<Entity>,
  sums: Properties<Entity>,
): Statement {
  return onDuplicate(builder, keys, sums, (column, given) => `${column} + ${given}`);
}

/** An insert that overwrites `columns` of a row with the same `keys` where there is one. */
export function overwriteOnDuplicate<Entity extends ObjectLiteral>(
  builder: InsertQueryBuilder<Entity>,
  keys: Properties<Entity>,
  columns: Properties<Entity>,
): Statement {
  return onDuplicate(builder, keys, columns, (_, given) => given);
}

/**
 * `VALUES(column)` is deprecated in MySQL since 8.0.20 (warning 1287), and works up to 9.7 at least; MariaDB (11.8 too) knows no
 * `AS alias` in its place, and one text serves both.
 * @param changed the new value of a column, by its name and by what the insert gives
 */
function onDuplicate<Entity extends ObjectLiteral>(
  builder: InsertQueryBuilder<Entity>,
  keys: Properties<Entity>,
  columns: Properties<Entity>,
  changed: (column: string, given: string) => string,
): Statement {
  const metadata = metadataOf(builder);
  const isMysql = metadata.dataSource.options.type === 'mysql';
  const names = (properties: readonly string[]) => properties.map((property) => bareColumnOf(metadata, property));
  const changes = names(columns).map((name) => {
    return `${name} = ${changed(name, isMysql ? `VALUES(${name})` : `excluded.${name}`)}`;
  });
  const head = isMysql ? 'ON DUPLICATE KEY UPDATE' : `ON CONFLICT (${names(keys).join(', ')}) DO UPDATE SET`;
  return {
    getQueryAndParameters: () => {
      const [sql, values] = builder.getQueryAndParameters() as [string, unknown[]];
      return [`${sql} ${head} ${changes.join(', ')}`, values];
    },
  };
}
