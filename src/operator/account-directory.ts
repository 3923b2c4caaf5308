import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { Token } from '../auth/token.entity';
import { parseId } from '../common/read-id';
import { CreditsService } from '../credits/credits.service';
import { likePattern } from '../database/like-pattern';
import { Account } from '../organizations/account.entity';
import { Membership } from '../organizations/membership.entity';
import { MembershipsService, type OwnOrganization } from '../organizations/memberships.service';
import { AccountNotFoundError } from '../organizations/organizations.errors';
import { StoredSession } from '../sessions/session.entity';
import type { SearchQuery } from './search-query';

/** What an operator sees of an account. Instants are milliseconds since the epoch. */
export interface ListedAccount {
  id: number;
  email: string;
  name: string | null;
  createdAt: number;
  /** Null: it is on. */
  disabledAt: number | null;
  /** 1 or 0, like all that is asked here. */
  isOperator: number;
  hasPassword: number;
  organizationCount: number;
  /** When a session of it was last used; null: none is kept. */
  lastSeenAt: number | null;
}

export interface ShownAccount extends ListedAccount {
  organizations: (OwnOrganization & { balance: number })[];
  /** Tokens that were not revoked. */
  tokenCount: number;
}

export interface Found<Row> {
  rows: Row[];
  /** The `before` of the next page, or null. */
  nextBefore: number | null;
}

/** Finds accounts for the operator, the newest first. */
@Injectable()
export class AccountDirectory {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
    private readonly memberships: MembershipsService,
    private readonly credits: CreditsService,
  ) {}

  async list({ before, limit, search }: SearchQuery): Promise<Found<ListedAccount>> {
    const query = this.select();
    if (before !== null) query.andWhere('a.id < :before', { before });
    if (search !== null) {
      query.andWhere(
        `(LOWER(a.email) LIKE LOWER(:pattern) ESCAPE '!' OR LOWER(a.name) LIKE LOWER(:pattern) ESCAPE '!' OR a.id = :searchedId)`,
        { pattern: likePattern(search), searchedId: parseId(search) ?? 0 },
      );
    }
    return pageOf(await query.limit(limit + 1).getRawMany<ListedAccount>(), limit);
  }

  /** @throws AccountNotFoundError */
  async show(id: number): Promise<ShownAccount> {
    const row = await this.select().andWhere('a.id = :id', { id }).getRawOne<ListedAccount>();
    if (row === undefined) throw new AccountNotFoundError(String(id));
    const organizations = await this.memberships.organizationsOf(id);
    const balances = await this.credits.balances(organizations.map((organization) => organization.id));
    return {
      ...row,
      organizations: organizations.map((one) => ({ ...one, balance: balances.get(one.id) ?? 0 })),
      tokenCount: await this.tokens
        .createQueryBuilder('t')
        .where('t.accountId = :id AND t.revokedAt IS NULL', { id })
        .getCount(),
    };
  }

  private select(): SelectQueryBuilder<Account> {
    return this.accounts
      .createQueryBuilder('a')
      .select(['a.id AS id', 'a.email AS email', 'a.name AS name', 'a.createdAt AS createdAt'])
      .addSelect(['a.disabledAt AS disabledAt', 'a.isOperator AS isOperator'])
      .addSelect('CASE WHEN a.passwordHash IS NULL THEN 0 ELSE 1 END', 'hasPassword')
      .addSelect(
        (members) => members.select('COUNT(*)').from(Membership, 'm').where('m.accountId = a.id'),
        'organizationCount',
      )
      .addSelect(
        (sessions) => sessions.select('MAX(s.lastSeenAt)').from(StoredSession, 's').where('s.accountId = a.id'),
        'lastSeenAt',
      )
      .where('1 = 1')
      .orderBy('a.id', 'DESC');
  }
}

/** @param rows one more than asked for where there is a next page */
export function pageOf<Row extends { id: number }>(rows: Row[], limit: number): Found<Row> {
  const shown = rows.slice(0, limit);
  return { rows: shown, nextBefore: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
