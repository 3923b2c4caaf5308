import type { EntityManager } from 'typeorm';
import type { Step } from '../database/database';
import type { Right } from './right';

/** The step that undoes a write when none of the rights holds any more; none given: they need not. */
export function requireAnyRight(manager: EntityManager, rights: readonly Right[]): Step[] {
  if (rights.length === 0) return [];
  const lost = manager.createQueryBuilder().select('1', 'lost').from('(SELECT 1 AS one)', 'always');
  for (const [index, right] of rights.entries()) {
    const [isHeld, values] = right.condition(`right_${index}`);
    lost.andWhere(`NOT ${isHeld}`, values);
  }
  return [{ statement: lost, ifSome: 'rollback' }];
}
