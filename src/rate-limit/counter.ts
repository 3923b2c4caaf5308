import type { RateLimiterRes } from 'rate-limiter-flexible';

/** Counts `points` more uses of a key; the library rejects with the count where it thinks that a limit is exceeded. */
export interface Counter {
  consume(key: string, points: number): Promise<Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>>;
}
