import type { FairShares, Flow } from './fair-shares';

/** A batch that has something due. */
export interface WaitingBatch extends Flow {
  /** Larger: served later; 0: never. */
  servedAt: number;
  /** Of all batches of its organization. */
  organizationServedAt: number;
}

/**
 * Least-recently-served scheduling on two levels: the organization served longest ago is next, and of its batches the one
 * served longest ago. A batch whose share is used up is passed over; of those never served the older comes first.
 * @param limit how many turns to give out
 * @param shares are used up on the way
 * @param most how many turns a batch can use
 * @returns the batch of each turn, in order
 */
export function scheduleBatches(
  batches: readonly WaitingBatch[],
  limit: number,
  shares: FairShares,
  most: (batchId: number) => number,
): WaitingBatch[] {
  const waiting = batches
    .filter(({ batchId }) => most(batchId) > 0)
    .sort((one, other) => one.batchId - other.batchId)
    .map((batch) => ({ batch, servedAt: batch.servedAt, left: most(batch.batchId) }));
  const lastOf = new Map(batches.map((batch) => [batch.organizationId, batch.organizationServedAt]));
  const turns: WaitingBatch[] = [];
  let now = batches.reduce((latest, { organizationServedAt }) => Math.max(latest, organizationServedAt), 0);
  while (turns.length < limit) {
    let next: (typeof waiting)[number] | null = null;
    let nextLast = Infinity;
    for (const one of waiting) {
      const last = lastOf.get(one.batch.organizationId) ?? 0;
      const isBefore = next === null || last < nextLast || (last === nextLast && one.servedAt < next.servedAt);
      if (one.left === 0 || !isBefore || !shares.canAcquire(one.batch)) continue;
      next = one;
      nextLast = last;
    }
    if (next === null) break;
    now += 1;
    next.servedAt = now;
    next.left -= 1;
    lastOf.set(next.batch.organizationId, now);
    shares.acquire(next.batch);
    turns.push(next.batch);
  }
  return turns;
}
