import type { ObjectLiteral, Repository } from 'typeorm';
import { bareColumnOf } from './columns';
import type { Statement } from './statement';

/**
 * The first step of a write that counts rows before it adds one: of such writes about the same account or organization one
 * waits for the other. Without it MySQL lets both count, and then each waits for what the other has locked.
 */
export function lockRow(
  repository: Repository<ObjectLiteral & { id: number; createdAt: number }>,
  id: number,
): Statement {
  const itself = () => bareColumnOf(repository.metadata, 'createdAt');
  return repository.createQueryBuilder().update().set({ createdAt: itself }).where('id = :id', { id });
}
