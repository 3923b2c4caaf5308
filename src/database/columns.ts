import type { EntityMetadata, ObjectLiteral, QueryBuilder, Repository } from 'typeorm';

/**
 * A column with its table, escaped: for a condition in which a sub-query speaks of the row of the statement around it.
 * Names of tables and columns are in the entities alone.
 */
export function columnOf<Entity extends ObjectLiteral>(
  { metadata }: Pick<Repository<Entity>, 'metadata'>,
  property: keyof Entity & string,
): string {
  return `${escaped(metadata, metadata.tableName)}.${escaped(metadata, nameOf(metadata, property))}`;
}

/** The escaped name of a column, without its table. */
export function bareColumnOf(metadata: EntityMetadata, property: string): string {
  return escaped(metadata, nameOf(metadata, property));
}

export const escaped = ({ dataSource }: EntityMetadata, name: string): string => dataSource.driver.escape(name);

/** What a builder changes. */
export function metadataOf<Entity extends ObjectLiteral>({ expressionMap }: QueryBuilder<Entity>): EntityMetadata {
  if (expressionMap.mainAlias === undefined) throw new Error('The statement has no table yet.');
  return expressionMap.mainAlias.metadata;
}

function nameOf(metadata: EntityMetadata, property: string): string {
  const column = metadata.findColumnWithPropertyName(property);
  if (column === undefined) throw new Error(`${metadata.name} has no column "${property}".`);
  return column.databaseName;
}
