import { LRUCache } from 'lru-cache';

/** Checks abandoned by callers who hang up: so many an hour are the network's doing, more are a habit. */
export const FREE_ABANDONED_CHECKS_AN_HOUR = 10;
const HOUR_MS = 3_600_000;
const MAX_ORGANIZATIONS = 10_000;

/**
 * Counts the checks whose callers left after a mail host was asked for them, by organization and hour, in this process. The first
 * ones are free; later ones are charged like those that are waited for, or work could be had for nothing by hanging up.
 */
export class AbandonedChecks {
  private readonly counts = new LRUCache<number, number>({ max: MAX_ORGANIZATIONS, ttl: HOUR_MS });

  /** Counts one more; returns whether it is free. */
  isFree(organizationId: number): boolean {
    const count = (this.counts.get(organizationId) ?? 0) + 1;
    this.counts.set(organizationId, count, { noUpdateTTL: true });
    return count <= FREE_ABANDONED_CHECKS_AN_HOUR;
  }
}
