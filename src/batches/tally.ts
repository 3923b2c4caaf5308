import type { Status } from '../engine';

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
}

/** Which count a status goes to. */
const COUNTER = {
  valid: 'valid',
  catch_all: 'risky',
  risky: 'risky',
  invalid: 'invalid',
  unknown: 'unknown',
} as const satisfies Record<Status, Exclude<keyof Tally, 'statuses'>>;

export function emptyTally(): Tally {
  return { processed: 0, valid: 0, invalid: 0, risky: 0, catchAll: 0, unknown: 0, credits: 0, statuses: {} };
}

export function count(tally: Tally, status: Status, credits: number): void {
  tally.processed += 1;
  tally[COUNTER[status]] += 1;
  if (status === 'catch_all') tally.catchAll += 1;
  tally.credits += credits;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
}
