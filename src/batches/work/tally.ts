import type { Status } from '../../engine';
import type { RowResult } from '../intake/csv';
import { BatchCounts } from '../summary/batch-counts';

/** What answers add to a batch's counts. */
export interface Tally {
  processed: number;
  valid: number;
  invalid: number;
  /** `catch_all` included. */
  risky: number;
  catchAll: number;
  unknown: number;
  credits: number;
  /** How many of each status, for the figures. */
  statuses: Partial<Record<Status, number>>;
  /** For the summary. */
  counts: BatchCounts;
}

/** Which count a status goes to. */
const COUNTER = {
  valid: 'valid',
  catch_all: 'risky',
  risky: 'risky',
  invalid: 'invalid',
  unknown: 'unknown',
} as const satisfies Record<Status, Exclude<keyof Tally, 'statuses' | 'counts'>>;

export function emptyTally(): Tally {
  return {
    processed: 0,
    valid: 0,
    invalid: 0,
    risky: 0,
    catchAll: 0,
    unknown: 0,
    credits: 0,
    statuses: {},
    counts: new BatchCounts(),
  };
}

/** @param isRepeat an earlier row of the file has the same address */
export function count(tally: Tally, result: RowResult, isRepeat: boolean): void {
  const [status] = result;
  tally.processed += 1;
  tally[COUNTER[status]] += 1;
  if (status === 'catch_all') tally.catchAll += 1;
  tally.credits += result[9];
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  tally.counts.addRow(result, isRepeat);
}
