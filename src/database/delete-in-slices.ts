import type { FindOptionsWhere, ObjectLiteral, Repository } from 'typeorm';
import type { Database } from './database';
import { inSlices } from './in-slices';
import { limitRows } from './limit-rows';

/** Rows that one statement deletes at least. */
const FEWEST = 20;

/**
 * Deletes the rows of a condition, some with each statement.
 * @param order that of an index, with which the condition goes
 * @param signal ends the work between two statements
 * @returns whether none is left
 */
export function deleteInSlices<Entity extends ObjectLiteral>(
  database: Database,
  rows: Repository<Entity>,
  condition: FindOptionsWhere<Entity>,
  order: keyof Entity & string,
  signal?: AbortSignal,
): Promise<boolean> {
  return inSlices(database, { fewest: FEWEST, signal }, async (limit) => {
    const some = limitRows(rows.createQueryBuilder().delete().where(condition), limit, order);
    return (await database.run(some)).affected;
  });
}
