import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import type { Access } from './access';
import { ForeignOrganizationError, UnauthenticatedError } from './auth.errors';
import type { Right } from './right';

const IS_LIVE = 't.id = ? AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?)';
const IS_FOR_ORGANIZATION = `t.is_limited = 0 OR EXISTS (
  SELECT 1 FROM token_organizations l WHERE l.token_id = t.id AND l.organization_id = m.organization_id)`;

/** What a token may do, as `AccessGuard` sees it. */
@Injectable()
export class TokenRights {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  of({ tokenId, accountId, organizationId }: Access): Right {
    const condition: Right['condition'] = () => ({
      sql: `EXISTS (SELECT 1 FROM tokens t JOIN memberships m ON m.account_id = t.account_id
        WHERE ${IS_LIVE} AND m.organization_id = ? AND (${IS_FOR_ORGANIZATION}))`,
      parameters: [tokenId, this.clock.now(), organizationId],
    });
    return { organizationId, accountId, condition, require: () => this.require(tokenId, condition) };
  }

  private async require(tokenId: string, condition: Right['condition']): Promise<void> {
    const live = await this.database.query(`SELECT 1 FROM tokens t WHERE ${IS_LIVE}`, [tokenId, this.clock.now()]);
    if (live.length === 0) throw new UnauthenticatedError();
    const { sql, parameters } = condition();
    if ((await this.database.query(`SELECT 1 FROM (SELECT 1) AS one WHERE ${sql}`, parameters)).length === 0) {
      throw new ForeignOrganizationError();
    }
  }
}
