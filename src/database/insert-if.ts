import type { ObjectLiteral, Repository } from 'typeorm';
import type { Statement } from './statement';

/** Inserts the row while the condition holds; its named parameters are given beside it. */
export function insertIf<Entity extends ObjectLiteral>(
  repository: Repository<Entity>,
  row: Partial<Entity>,
  condition: string,
  parameters: ObjectLiteral = {},
): Statement {
  const { manager, metadata, target } = repository;
  const select = manager
    .createQueryBuilder()
    .select([])
    .from('(SELECT 1 AS one)', 'always')
    .where(condition, parameters);
  // In the order in which TypeORM names them.
  const columns = metadata.columns.filter(({ propertyName }) => row[propertyName] !== undefined);
  columns.forEach((column, index) => {
    const value: unknown = metadata.dataSource.driver.preparePersistentValue(row[column.propertyName], column);
    select.addSelect(`:inserted_${index}`, `value_${index}`).setParameter(`inserted_${index}`, value);
  });
  const properties = columns.map(({ propertyName }) => propertyName);
  return repository.createQueryBuilder().insert().into(target, properties).valuesFromSelect(select);
}
