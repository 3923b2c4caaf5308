import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { Clock } from '../common/clock';
import { exists } from '../database/exists';
import { Account } from '../organizations/account.entity';
import { Membership } from '../organizations/membership.entity';
import { requireRole } from '../organizations/role-rules';
import type { Access } from './access';
import { ForeignOrganizationError, UnauthenticatedError } from './auth.errors';
import type { Right } from './right';
import { TokenOrganization } from './token-organization.entity';
import { Token } from './token.entity';

/** What a token may do, as the guards of `@Authorized` see it. */
@Injectable()
export class TokenRights {
  constructor(
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
    private readonly clock: Clock,
  ) {}

  of({ tokenId, accountId, organizationId, isTest }: Access): Right {
    return {
      organizationId,
      accountId,
      isTest,
      by: { via: 'token', accountId, tokenId },
      condition: (prefix) => exists(this.working(tokenId, organizationId), prefix),
      require: () => this.require(tokenId, organizationId),
    };
  }

  private async require(tokenId: string, organizationId: number): Promise<void> {
    if (!(await this.live(tokenId).getExists())) throw new UnauthenticatedError();
    if (await this.working(tokenId, organizationId).getExists()) return;
    if (await this.memberships(tokenId, organizationId).getExists()) requireRole('viewer', 'member');
    throw new ForeignOrganizationError();
  }

  /** The token, as long as it may check and change things for the organization: its owner is no mere viewer there. */
  private working(tokenId: string, organizationId: number): SelectQueryBuilder<Token> {
    return this.memberships(tokenId, organizationId).andWhere("membership.role <> 'viewer'");
  }

  /** The token, as long as it works. */
  private live(tokenId: string): SelectQueryBuilder<Token> {
    return this.tokens
      .createQueryBuilder('token')
      .innerJoin(Account, 'holder', 'holder.id = token.accountId AND holder.disabledAt IS NULL')
      .where('token.id = :tokenId AND token.revokedAt IS NULL', { tokenId })
      .andWhere('(token.expiresAt IS NULL OR token.expiresAt > :now)', { now: this.clock.now() });
  }

  /** The token, as long as it works for the organization. */
  private memberships(tokenId: string, organizationId: number): SelectQueryBuilder<Token> {
    const limit = this.tokens.manager
      .createQueryBuilder(TokenOrganization, 'limit')
      .select('1')
      .where('limit.tokenId = token.id AND limit.organizationId = membership.organizationId');
    return this.live(tokenId)
      .select('1')
      .innerJoin(Membership, 'membership', 'membership.accountId = token.accountId')
      .andWhere('membership.organizationId = :organizationId', { organizationId })
      .andWhere(`(token.isLimited = 0 OR EXISTS (${limit.getQuery()}))`);
  }
}
