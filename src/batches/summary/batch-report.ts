import { STATUSES, type Status } from '../../engine';
import type { BatchSummary } from '../batch';
import type { BatchTimes } from './batch-times';
import type { NamedCount, Trait } from './batch-counts';

/** Why so many rows have their status. */
export interface ReasonCount {
  status: Status;
  /** Null: the status says it all. */
  subStatus: string | null;
  count: number;
}

/** The report of a list: all that can be said of it without its addresses. */
export interface BatchReport extends BatchTimes {
  batch: BatchSummary;
  /** The batch that it goes on with, and the latest that goes on with it, as long as they are there. */
  continuesId: number | null;
  continuedById: number | null;
  /** The answers that the rest counts: fewer than there are where some were given before reasons were counted. */
  counted: number;
  /** The most frequent first, as are the providers. */
  reasons: ReasonCount[];
  providers: { provider: string; count: number }[];
  repeats: number;
  malformed: number;
  suggestions: number;
  roleAccounts: number;
  disposable: number;
  freeProviders: number;
}

export function reportOf(
  batch: BatchSummary,
  times: BatchTimes,
  links: Pick<BatchReport, 'continuesId' | 'continuedById'>,
  counts: readonly NamedCount[],
): BatchReport {
  const trait = (wanted: Trait): number =>
    counts.find(({ kind, name }) => kind === 'trait' && name === wanted)?.total ?? 0;
  const reasons = ofKind(counts, 'reason').flatMap(({ name, total }): ReasonCount[] => {
    const [first, subStatus = null] = name.split('.');
    const status = STATUSES.find((known) => known === first);
    return status === undefined ? [] : [{ status, subStatus, count: total }];
  });
  return {
    ...times,
    ...links,
    batch,
    counted: trait('row'),
    reasons,
    providers: ofKind(counts, 'provider').map(({ name, total }) => ({ provider: name, count: total })),
    repeats: trait('repeat'),
    malformed: reasons.find(({ subStatus }) => subStatus === 'failed_syntax_check')?.count ?? 0,
    suggestions: trait('suggestion'),
    roleAccounts: trait('role'),
    disposable: trait('disposable'),
    freeProviders: trait('free'),
  };
}

function ofKind(counts: readonly NamedCount[], kind: NamedCount['kind']): NamedCount[] {
  return counts
    .filter((count) => count.kind === kind)
    .sort((one, other) => other.total - one.total || (one.name < other.name ? -1 : 1));
}
