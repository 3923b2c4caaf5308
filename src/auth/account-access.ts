import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessChanges } from '../common/access-changes';
import { Database } from '../database/database';
import { prepared } from '../database/prepared';
import { RememberedReads } from '../database/remembered-reads';
import { Account } from '../organizations/account.entity';
import type { MemberRole } from '../organizations/member-role';
import { Membership } from '../organizations/membership.entity';
import { TokenOrganization } from './token-organization.entity';
import { Token } from './token.entity';

/** What the database knows of a token that we signed. */
export interface AccountAccess {
  accountId: number;
  /** The token was revoked, or the account is switched off. */
  isRevoked: boolean;
  defaultOrganizationId: number | null;
  /** Those of the account that the token may work for. Ids as text, as the header gives them. */
  organizationIds: ReadonlySet<string>;
  /** Those of them in which the account only reads. */
  viewedIds: ReadonlySet<string>;
}

interface Row {
  accountId: number;
  revokedAt: number | null;
  disabledAt: number | null;
  defaultOrganizationId: number | null;
  organizationId: number | null;
  role: MemberRole | null;
}

/** Looks up a token's account, organizations and revocation: one query, remembered. */
@Injectable()
export class AccountAccessReader {
  private readonly reads: RememberedReads<string, AccountAccess | null>;
  private readonly rows;

  constructor(
    private readonly database: Database,
    @InjectRepository(Token) tokens: Repository<Token>,
    changes: AccessChanges,
  ) {
    const limit = tokens.manager
      .createQueryBuilder(TokenOrganization, 'limit')
      .select('1')
      .where('limit.tokenId = token.id AND limit.organizationId = membership.organizationId');
    const isForOrganization = `(token.isLimited = 0 OR EXISTS (${limit.getQuery()}))`;
    this.rows = prepared<'tokenId'>(
      tokens
        .createQueryBuilder('token')
        .select('token.accountId', 'accountId')
        .addSelect('token.revokedAt', 'revokedAt')
        .addSelect('account.disabledAt', 'disabledAt')
        .addSelect('account.defaultOrganizationId', 'defaultOrganizationId')
        .addSelect('membership.organizationId', 'organizationId')
        .addSelect('membership.role', 'role')
        .innerJoin(Account, 'account', 'account.id = token.accountId')
        .leftJoin(Membership, 'membership', `membership.accountId = account.id AND ${isForOrganization}`)
        .where('token.id = :tokenId'),
    );
    this.reads = new RememberedReads(database, changes, (tokenId) => this.read(tokenId));
  }

  /** Null: there is no such token. */
  find(tokenId: string): Promise<AccountAccess | null> {
    return this.reads.find(tokenId);
  }

  private async read(tokenId: string): Promise<AccountAccess | null> {
    const rows = await this.database.query<Row>(...this.rows({ tokenId }).getQueryAndParameters());
    const [first] = rows;
    if (first === undefined) return null;
    return {
      accountId: first.accountId,
      isRevoked: first.revokedAt !== null || first.disabledAt !== null,
      defaultOrganizationId: first.defaultOrganizationId,
      organizationIds: idsOf(rows),
      viewedIds: idsOf(rows.filter(({ role }) => role === 'viewer')),
    };
  }
}

function idsOf(rows: readonly Row[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ organizationId }) => (organizationId === null ? [] : [String(organizationId)])));
}
