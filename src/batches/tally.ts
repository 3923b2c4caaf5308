import type { Status } from '../engine';

/** What answers add to a batch's counts. */
export interface Tally {
  processed: number;
  valid: number;
  invalid: number;
  risky: number;
  unknown: number;
  credits: number;
}

/** Which count a status goes to. */
const COUNTER = {
  valid: 'valid',
  catch_all: 'risky',
  risky: 'risky',
  invalid: 'invalid',
  unknown: 'unknown',
} as const satisfies Record<Status, keyof Tally>;

export function emptyTally(): Tally {
  return { processed: 0, valid: 0, invalid: 0, risky: 0, unknown: 0, credits: 0 };
}

export function count(tally: Tally, status: Status, credits: number): void {
  tally.processed += 1;
  tally[COUNTER[status]] += 1;
  tally.credits += credits;
}
