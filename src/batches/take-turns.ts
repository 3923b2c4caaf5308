import type { FairShares, Party } from './fair-shares';

/** A batch that has something due. */
export interface WaitingBatch extends Party {
  /** Larger: served later; 0: never. */
  servedAt: number;
  /** Of all batches of its organization. */
  organizationServedAt: number;
}

/**
 * Gives out turns: the organization that was served longest ago is next, and of its batches the one that was; whoever
 * holds all that its share allows is passed over. Of those never served the older batch comes first.
 * @param shares are used up on the way
 * @param most how many turns a batch can use
 * @returns whose turn it is, one entry a turn
 */
export function takeTurns(
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
      if (one.left === 0 || !isBefore || !shares.mayTake(one.batch)) continue;
      next = one;
      nextLast = last;
    }
    if (next === null) break;
    now += 1;
    next.servedAt = now;
    next.left -= 1;
    lastOf.set(next.batch.organizationId, now);
    shares.take(next.batch);
    turns.push(next.batch);
  }
  return turns;
}
