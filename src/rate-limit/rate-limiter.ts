/** How much of a budget is used, after one more use was counted. */
export interface RateLimitState {
  limit: number;
  /** Uses left in this window, at least 0. */
  remaining: number;
  /** Seconds until the window ends, rounded up. */
  resetSeconds: number;
  isExceeded: boolean;
}

/** Lengths of windows, in seconds. */
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/**
 * Counts uses of a key in windows of fixed length, a minute unless said otherwise. Also the DI token.
 *
 * Shared by all processes where there is Redis. While Redis is away each process counts for itself: a limit that is
 * loose for a moment is better than a service that is down. Keys are hashed before they leave the process; the same key
 * with another window is another count.
 */
export abstract class RateLimiter {
  abstract use(key: string, limit: number, windowSeconds?: number): Promise<RateLimitState>;

  /** What is left, without counting anything. In windows of a minute. */
  abstract look(key: string, limit: number): Promise<RateLimitState>;

  /**
   * Waits for nobody: what other processes used is seen some milliseconds later. In windows of a minute.
   * @returns no promise where the count is known here
   */
  abstract useRoughly(key: string, limit: number): RateLimitState | Promise<RateLimitState>;
}
