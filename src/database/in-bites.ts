import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database';

/**
 * How long one statement of maintenance should take, in milliseconds. SQLite holds the event loop meanwhile, and what asks
 * in between waits; on MySQL it holds the locks of its rows.
 */
const GOAL_MS = { sqlite: 4, mysql: 20 };
/** Of the time, maintenance takes one part and leaves this many to others. */
const PARTS_FOR_OTHERS = 9;
const MOST_ROWS = 1000;

export interface BiteOptions {
  /** Rows of the first bite, and the fewest of any: 1 where a row may hold a megabyte. */
  fewest: number;
  /** Ends the work between two bites. */
  signal?: AbortSignal | undefined;
}

/**
 * Does work on many rows some at a time, with pauses for others in between: as many rows as take some milliseconds on
 * this machine, at this moment.
 * @param bite works on at most that many rows, and says on how many it did; fewer mean that none are left
 * @returns whether all is done; false when the signal ended it
 */
export async function inBites(
  { dialect }: Pick<Database, 'dialect'>,
  { fewest, signal }: BiteOptions,
  bite: (limit: number) => Promise<number>,
): Promise<boolean> {
  for (let limit = fewest; signal?.aborted !== true;) {
    const from = performance.now();
    if ((await bite(limit)) < limit) return true;
    const tookMs = performance.now() - from;
    // At most double, at least half: one slow write says little.
    const factor = Math.min(Math.max(GOAL_MS[dialect] / Math.max(tookMs, 0.1), 0.5), 2);
    limit = Math.round(Math.min(Math.max(limit * factor, fewest), MOST_ROWS));
    await sleep(Math.max(tookMs * PARTS_FOR_OTHERS, 1));
    // Timers that are late run one after the other: only this lets sockets have their turn.
    await new Promise(setImmediate);
  }
  return false;
}
