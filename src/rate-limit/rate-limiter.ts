/** How much of a budget is used, after one more use was counted. */
export interface RateLimitState {
  limit: number;
  /** Uses left in this window, at least 0. */
  remaining: number;
  /** Seconds until the window ends, rounded up. */
  resetSeconds: number;
  isExceeded: boolean;
}

/**
 * Counts uses of a key in windows of one minute. Also the DI token.
 *
 * Shared by all processes where there is Redis. While Redis is away each process counts for itself: a limit that is
 * loose for a moment is better than a service that is down. Keys are hashed before they leave the process.
 */
export abstract class RateLimiter {
  abstract use(key: string, limit: number): Promise<RateLimitState>;
}
