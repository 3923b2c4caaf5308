import type { RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Counts `points` more uses of a key, in a window of `customDuration` seconds from the first one on; the library rejects
 * with the count where it thinks that a limit is exceeded.
 */
export interface Counter {
  /** Without counting anything; null: no use was counted, or its window has ended. */
  get(key: string): Promise<Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'> | null>;

  consume(
    key: string,
    points: number,
    options?: { customDuration: number },
  ): Promise<Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>>;
}
