import type { Repository } from 'typeorm';
import type { Statement } from '../database/database';
import { TokenOrganization } from './token-organization.entity';
import type { Token } from './token.entity';

/** What is kept of tokens that don't work any more, for their owner to look up. */
const INACTIVE_KEPT = 400;
/** Deleted with one new token at most: whatever there is of old, few enough that nobody waits for it. */
const DELETED_AT_A_TIME = 1000;

/** The statements that delete an account's inactive tokens (RFC 7662 2.2: revoked or expired), but for the newest of them. */
export function deletingInactive(tokens: Repository<Token>, accountId: number, now: number): Statement[] {
  const inactive = tokens
    .createQueryBuilder('token')
    .select('token.id', 'id')
    .where('token.accountId = :accountId AND (token.revokedAt IS NOT NULL OR token.expiresAt <= :now)')
    .orderBy('token.createdAt', 'DESC')
    .addOrderBy('token.id', 'DESC')
    .limit(DELETED_AT_A_TIME)
    .offset(INACTIVE_KEPT);
  // One more level: MySQL deletes from no table that a sub-query looks at, and takes no LIMIT behind IN.
  const ids = tokens.manager
    .createQueryBuilder()
    .select('old.id')
    .from(`(${inactive.getQuery()})`, 'old')
    .setParameters({ accountId, now });
  return [
    tokens.manager
      .createQueryBuilder()
      .delete()
      .from(TokenOrganization)
      .where(`tokenId IN (${ids.getQuery()})`, ids.getParameters()),
    tokens.createQueryBuilder().delete().where(`id IN (${ids.getQuery()})`, ids.getParameters()),
  ];
}
