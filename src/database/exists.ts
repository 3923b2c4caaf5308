import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

/** The text of a condition and the values that it names, as a builder's `where` and `andWhere` take them. */
export type Condition = [text: string, values: ObjectLiteral];

/**
 * That the query finds something, as a condition of another statement.
 * @param prefix begins the names of its values there, so that they are not taken for those of that statement
 */
export function exists(query: SelectQueryBuilder<ObjectLiteral>, prefix: string): Condition {
  const given = query.getParameters();
  const nameOf = (name: string): string => `${prefix}_${name}`;
  const text = query.getQuery().replace(/:(\w+)/g, (all, name: string) => (name in given ? `:${nameOf(name)}` : all));
  return [
    `EXISTS (${text})`,
    Object.fromEntries(Object.entries(given).map(([name, value]) => [nameOf(name), value as unknown])),
  ];
}
