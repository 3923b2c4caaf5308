import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database';

/**
 * How long one statement of maintenance should take, in milliseconds. SQLite holds the event loop meanwhile, and what asks
 * in between waits; on MySQL it holds the locks of its rows.
 */
const GOAL_MS = { sqlite: 4, mysql: 5 };
/** Of the time, maintenance takes one part and leaves this many to others, unless it is told otherwise. */
const PARTS_FOR_OTHERS = 9;
const MOST_ROWS = 1000;

export interface SliceOptions {
  /** Rows of the first slice, and the fewest of any: 1 where a row may hold a megabyte. */
  fewest: number;
  /** Of the time it leaves this many parts to others, and takes one; 9 if left out. */
  partsForOthers?: number;
  /** Ends the work between two slices. */
  signal?: AbortSignal | undefined;
}

/**
 * Does work on many rows in slices, with pauses for others in between. A slice is as many rows as take some milliseconds
 * on this machine, at this moment.
 * @param work on at most that many rows; resolves to the number of those it did, and fewer mean that none are left
 * @returns whether all is done; false when the signal ended it
 */
export async function inSlices(
  { dialect }: Pick<Database, 'dialect'>,
  { fewest, partsForOthers = PARTS_FOR_OTHERS, signal }: SliceOptions,
  work: (limit: number) => Promise<number>,
): Promise<boolean> {
  for (let limit = fewest; signal?.aborted !== true;) {
    const from = performance.now();
    if ((await work(limit)) < limit) return true;
    const tookMs = performance.now() - from;
    // At most half as much again: the disk is slow in fits, and what is twice as much then takes many times as long.
    const factor = Math.min(Math.max(GOAL_MS[dialect] / Math.max(tookMs, 0.1), 0.5), 1.5);
    limit = Math.round(Math.min(Math.max(limit * factor, fewest), MOST_ROWS));
    await sleep(Math.max(tookMs * partsForOthers, 1));
    // Timers that are late run one after the other: only this lets sockets have their turn.
    await new Promise(setImmediate);
  }
  return false;
}
