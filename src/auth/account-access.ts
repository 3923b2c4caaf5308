import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import type { Repository } from 'typeorm';
import { AccessChanges } from '../common/access-changes';
import { Database } from '../database/database';
import { prepared } from '../database/prepared';
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

/** How long a process may go on with what it read, should an announcement get lost. */
const MAX_AGE_MS = 5000;
const MAX_TOKENS = 10_000;

interface Row {
  accountId: number;
  revokedAt: number | null;
  disabledAt: number | null;
  defaultOrganizationId: number | null;
  organizationId: number | null;
  role: MemberRole | null;
}

/**
 * Looks up a token's account, organizations and revocation: one query. Remembered for at most 5 seconds where changes by other
 * processes are announced, or the database says that there were some; asked anew each time elsewhere.
 */
@Injectable()
export class AccountAccessReader {
  private readonly remembered = new LRUCache<string, Promise<AccountAccess | null>>({
    max: MAX_TOKENS,
    ttl: MAX_AGE_MS,
  });
  private readonly isShared: boolean;
  private version: number | null = null;
  private isVersionFresh = false;
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
    this.isShared = changes.isShared;
    changes.onChange(() => {
      this.remembered.clear();
    });
  }

  /** Null: there is no such token. */
  find(tokenId: string): Promise<AccountAccess | null> {
    if (!this.isShared && !this.hasVersion()) return this.read(tokenId);
    const known = this.remembered.get(tokenId);
    if (known !== undefined) return known;
    const reading = this.read(tokenId);
    this.remembered.set(tokenId, reading);
    reading.catch(() => {
      if (this.remembered.peek(tokenId) === reading) this.remembered.delete(tokenId);
    });
    return reading;
  }

  /**
   * Forgets all once another process has written; what this process itself changes it is told. Looked for once a turn of
   * the event loop: a request that arrives after the other's write is read in a later one.
   * @returns false where the database cannot tell
   */
  private hasVersion(): boolean {
    if (this.isVersionFresh) return true;
    const version = this.database.versionByOthers();
    if (version === null) return false;
    if (version !== this.version) this.remembered.clear();
    this.version = version;
    this.isVersionFresh = true;
    setImmediate(() => {
      this.isVersionFresh = false;
    });
    return true;
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
