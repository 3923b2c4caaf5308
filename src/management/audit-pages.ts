import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, Not, type FindOptionsWhere, type Repository } from 'typeorm';
import { AUDIT_ACTIONS_OF, type AuditKind } from '../audit/audit-action';
import { AuditEntry } from '../audit/audit-entry.entity';
import { Token } from '../auth/token.entity';
import { Account } from '../organizations/account.entity';

/** An entry with the names of who did it, as they are now. */
export interface AuditLine {
  entry: AuditEntry;
  /** Null: no account did it, or it is gone. */
  account: Pick<Account, 'email' | 'name'> | null;
  /** Null: no token did it, or nothing is kept of it any more. */
  tokenName: string | null;
  /** The member it was done to; null: it was done to something else, or the account is gone. */
  member: Pick<Account, 'email' | 'name'> | null;
}

export interface AuditPage {
  lines: AuditLine[];
  /** The `before` of the next page, or null. */
  nextBefore: number | null;
}

/** Which entries: of an organization, those of an account that are of no organization, or (the operator's) all. */
export type AuditScope = { organizationId: number } | { accountId: number } | 'all';

/** Which of them; null: no matter. */
export interface AuditFilter {
  kinds: readonly AuditKind[] | null;
  /** What this account did, or its tokens; not what it did as the operator, who is nobody of the organization's. */
  accountId: number | null;
}

const EVERYTHING: AuditFilter = { kinds: null, accountId: null };
/** Entries of a file that are in memory at a time. */
const ENTRIES_AT_A_TIME = 200;

/** Reads the audit log, the newest entry first. */
@Injectable()
export class AuditPages {
  constructor(
    @InjectRepository(AuditEntry) private readonly entries: Repository<AuditEntry>,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(Token) private readonly tokens: Repository<Token>,
  ) {}

  /** @param before the id that all of the page are below; null: from the newest on */
  async read(
    scope: AuditScope,
    before: number | null,
    limit: number,
    filter: AuditFilter = EVERYTHING,
  ): Promise<AuditPage> {
    const where: FindOptionsWhere<AuditEntry> = before === null ? {} : { id: LessThan(before) };
    const found = await this.entries.find({
      where: { ...where, ...conditionOf(scope), ...filterOf(filter) },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    const entries = found.slice(0, limit);
    const accounts = await this.accountsOf(entries);
    const tokens = await this.tokensOf(entries);
    const lines = entries.map((entry) => ({
      entry,
      account: accounts.get(entry.accountId) ?? null,
      tokenName: tokens.get(entry.tokenId) ?? null,
      member: accounts.get(memberIdOf(entry)) ?? null,
    }));
    return { lines, nextBefore: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
  }

  /** All of them, some at a time. */
  async *all(scope: AuditScope, filter: AuditFilter): AsyncGenerator<AuditLine[], void> {
    for (let before: number | null = null; ;) {
      const page: AuditPage = await this.read(scope, before, ENTRIES_AT_A_TIME, filter);
      yield page.lines;
      if (page.nextBefore === null) return;
      before = page.nextBefore;
    }
  }

  private async accountsOf(entries: readonly AuditEntry[]): Promise<ReadonlyMap<number | null, Account>> {
    const all = entries.flatMap((entry) => [entry.accountId, memberIdOf(entry)]);
    const ids = [...new Set(all.filter((id) => id !== null))];
    if (ids.length === 0) return new Map();
    const accounts = await this.accounts.find({
      select: { id: true, email: true, name: true },
      where: { id: In(ids) },
    });
    return new Map(accounts.map((account) => [account.id, account]));
  }

  private async tokensOf(entries: readonly AuditEntry[]): Promise<ReadonlyMap<string | null, string>> {
    const ids = [...new Set(entries.flatMap(({ tokenId }) => (tokenId === null ? [] : [tokenId])))];
    if (ids.length === 0) return new Map();
    const tokens = await this.tokens.find({ select: { id: true, name: true }, where: { id: In(ids) } });
    return new Map(tokens.map(({ id, name }) => [id, name]));
  }
}

/** Id of the account that lost or changed its role. */
function memberIdOf({ action, subject }: AuditEntry): number | null {
  return action === 'member_removal' || action === 'role_change' ? Number(subject) : null;
}

function conditionOf(scope: AuditScope): FindOptionsWhere<AuditEntry> {
  if (scope === 'all') return {};
  return 'organizationId' in scope ? scope : { ...scope, organizationId: IsNull() };
}

function filterOf({ kinds, accountId }: AuditFilter): FindOptionsWhere<AuditEntry> {
  return {
    ...(kinds === null ? {} : { action: In(kinds.flatMap((kind) => [...AUDIT_ACTIONS_OF[kind]])) }),
    ...(accountId === null ? {} : { accountId, via: Not('operator' as const) }),
  };
}
