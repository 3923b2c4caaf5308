import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, type Repository } from 'typeorm';
import { ActorNames, type ActorName } from './actor-names';
import { batchOf, releaseOf } from './causes';
import { CreditEntry } from './credit-entry.entity';
import type { EntryKind } from './entry-kind';
import { writeLedgerCursor, type LedgerCursor } from './ledger-cursor';
import { UsageActor } from './usage-actor.entity';
import { DAY_MS, dayOf } from './utc-day';

/** What a line is about: a list with what it holds or cost, the single checks of a day, or credits that came or moved. */
export const LINE_KINDS = ['list', 'checks', 'free', 'grant', 'allowance', 'transfer'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** The movements that make lines of their own; a `release` is folded into its hold, and single checks into days. */
const ENTRY_KINDS: Record<Exclude<LineKind, 'checks'>, EntryKind> = {
  list: 'hold',
  free: 'free',
  grant: 'grant',
  allowance: 'allowance',
  transfer: 'transfer',
};

export interface LedgerLine {
  kind: LineKind;
  /** Milliseconds since the epoch; of checks: when their day began, UTC. */
  at: number;
  /** Credits that came, or went (negative): of a list what it cost, or, while it is at work, what is set aside for it. */
  amount: number;
  /** Of checks: how many. */
  checks: number | null;
  /** Of a list: its id. */
  batchId: number | null;
  /** What it was called. */
  label: string | null;
  reason: string | null;
  /** Null: the operator, the calendar, or not noted. */
  by: ActorName | null;
}

export interface LinesQuery {
  /** Lines of these kinds only; null: of all. */
  kinds: readonly LineKind[] | null;
  before: LedgerCursor | null;
  limit: number;
}

type Folded = Pick<
  CreditEntry,
  'id' | 'amount' | 'kind' | 'cause' | 'reason' | 'createdAt' | 'accountId' | 'tokenId' | 'label'
>;
type Head = { entry: Folded; checks?: never } | { checks: UsageActor; entry?: never };

/**
 * Reads the ledger as people read it, the newest first: a line for each list, one for each day's single checks of a member
 * or token. Costs a page of each kind by its index, however many checks there were.
 */
@Injectable()
export class LedgerLines {
  constructor(
    @InjectRepository(CreditEntry) private readonly entries: Repository<CreditEntry>,
    @InjectRepository(UsageActor) private readonly actors: Repository<UsageActor>,
    private readonly names: ActorNames,
  ) {}

  async read(organizationId: number, query: LinesQuery): Promise<{ lines: LedgerLine[]; nextBefore: string | null }> {
    const [entries, checks] = await Promise.all([
      this.entriesOf(organizationId, query),
      this.checksOf(organizationId, query),
    ]);
    const heads = merge(entries, checks);
    const page = heads.slice(0, query.limit);
    const lines = await this.describe(organizationId, page);
    return {
      lines,
      nextBefore: heads.length > query.limit ? writeLedgerCursor(cursorBehind(page, query.before)) : null,
    };
  }

  /** Of each kind as many as the page may hold and one more, the newest first. */
  private async entriesOf(organizationId: number, { kinds, before, limit }: LinesQuery): Promise<Folded[]> {
    const wanted = (Object.keys(ENTRY_KINDS) as (keyof typeof ENTRY_KINDS)[]).filter(
      (kind) => kinds === null || kinds.includes(kind),
    );
    const entryId = before?.entryId ?? null;
    const found = await Promise.all(
      wanted.map((kind) =>
        this.entries.find({
          select: {
            id: true,
            amount: true,
            kind: true,
            cause: true,
            reason: true,
            createdAt: true,
            accountId: true,
            tokenId: true,
            label: true,
          },
          where: { organizationId, kind: ENTRY_KINDS[kind], ...(entryId === null ? {} : { id: LessThan(entryId) }) },
          order: { id: 'DESC' },
          take: limit + 1,
        }),
      ),
    );
    return found.flat().sort((one, other) => other.id - one.id);
  }

  private checksOf(organizationId: number, { kinds, before, limit }: LinesQuery): Promise<UsageActor[]> {
    if (kinds !== null && !kinds.includes('checks')) return Promise.resolve([]);
    const found = this.actors
      .createQueryBuilder('a')
      .where('a.organizationId = :organizationId AND a.checks > 0', { organizationId })
      .orderBy('a.day', 'DESC')
      .addOrderBy('a.accountId', 'DESC')
      .addOrderBy('a.tokenId', 'DESC')
      .limit(limit + 1);
    if (before?.checks) {
      // The first condition is the one that an index takes.
      found.andWhere(
        'a.day <= :day AND (a.day < :day OR a.accountId < :accountId OR (a.accountId = :accountId AND a.tokenId < :tokenId))',
        before.checks,
      );
    }
    return found.getMany();
  }

  private async describe(organizationId: number, page: readonly Head[]): Promise<LedgerLine[]> {
    const [released, name] = await Promise.all([
      this.released(organizationId, page),
      this.names.of(page.map(({ entry, checks }) => entry ?? checks)),
    ]);
    return page.map((head) => {
      if (head.entry === undefined) {
        const { day, checks, checkCredits } = head.checks;
        const by = head.checks.accountId === 0 ? null : name(head.checks);
        const rest = { batchId: null, label: null, reason: null };
        // Of nothing, not a negative nothing.
        return { kind: 'checks', at: day * DAY_MS, amount: 0 - checkCredits, checks, by, ...rest };
      }
      const { kind, cause, amount, createdAt, label, reason, accountId } = head.entry;
      const batchId = batchOf(cause);
      return {
        kind: kind === 'hold' ? 'list' : (kind as LineKind),
        at: createdAt,
        amount: amount + (released.get(batchId ?? 0) ?? 0),
        checks: null,
        batchId,
        label,
        reason,
        by: accountId === null ? null : name(head.entry),
      };
    });
  }

  /** What the lists of a page gave back, by batch. */
  private async released(organizationId: number, page: readonly Head[]): Promise<ReadonlyMap<number, number>> {
    const causes = page.flatMap(({ entry }) => {
      const batchId = entry?.kind === 'hold' ? batchOf(entry.cause) : null;
      return batchId === null ? [] : [releaseOf(batchId)];
    });
    if (causes.length === 0) return new Map();
    const rows = await this.entries.find({
      select: { id: true, cause: true, amount: true },
      where: { organizationId, cause: In(causes) },
    });
    return new Map(rows.map(({ cause, amount }) => [batchOf(cause) ?? 0, amount]));
  }
}

/** Both in one order: the checks of a day stand above what moved on it. */
function merge(entries: readonly Folded[], checks: readonly UsageActor[]): Head[] {
  const heads: Head[] = [];
  let at = 0;
  for (const entry of entries) {
    for (let next = checks[at]; next !== undefined && next.day >= dayOf(entry.createdAt); next = checks[at]) {
      heads.push({ checks: next });
      at += 1;
    }
    heads.push({ entry });
  }
  return [...heads, ...checks.slice(at).map((some) => ({ checks: some }))];
}

function cursorBehind(page: readonly Head[], before: LedgerCursor | null): LedgerCursor {
  const entryId = page.findLast(({ entry }) => entry !== undefined)?.entry?.id ?? before?.entryId ?? null;
  const last = page.findLast(({ checks }) => checks !== undefined)?.checks;
  const checks = last === undefined ? (before?.checks ?? null) : last;
  return { entryId, checks };
}
