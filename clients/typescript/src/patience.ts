import { ConflictError, TimeoutError } from './errors.js';

export interface RetryLimits {
  /** How often what failed in passing is sent again; 0: never. */
  retries: number;
  /** The longest single wait, in ms. */
  maxDelayMs: number;
  /** After so many ms since the call began no further attempt begins. */
  maxTotalMs: number;
}

/** How an attempt failed in passing. */
export interface Failure {
  error: Error;
  /** Seconds (`Retry-After`). */
  retryAfter: number | null;
}

const FIRST_DELAY_MS = 500;
const LONGEST_BACK_OFF_MS = 8_000;
/** A service that crashed keeps the key of what it worked on for 60 s. */
const CONFLICT_MS = 75_000;

/**
 * When one call is sent again. An attempt that finds an earlier one at work (409 with `Retry-After`) has not failed: it is
 * repeated for 75 s, however many `retries` there may be.
 */
export class Patience {
  private readonly began: number;
  private failures = 0;
  private conflicts = 0;
  private firstConflict: number | null = null;
  private late: TimeoutError | null = null;

  constructor(
    private readonly limits: RetryLimits,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.began = now();
  }

  /** Milliseconds to wait before a further attempt; null: there is none. */
  delayAfter({ error, retryAfter }: Failure): number | null {
    const { retries, maxDelayMs, maxTotalMs } = this.limits;
    const asked = retryAfter === null ? null : retryAfter * 1000;
    if (error instanceof TimeoutError) this.late = error;
    if (retries === 0 || (asked !== null && asked > maxDelayMs)) return null;
    const now = this.now();
    let delay: number;
    if (error instanceof ConflictError) {
      this.firstConflict ??= now;
      // Each look spends one of the requests that a token may make in a minute.
      delay = Math.max(spread(asked ?? 0), this.backOff(this.conflicts));
      if (now + delay - this.firstConflict > CONFLICT_MS) return null;
      this.conflicts += 1;
    } else {
      if (this.failures >= retries) return null;
      delay = asked === null ? this.backOff(this.failures) : spread(asked);
      this.failures += 1;
    }
    return now + delay - this.began > maxTotalMs ? null : delay;
  }

  /** What the caller is told where no attempt is left: that an attempt of its own is still at work is that attempt's time limit. */
  errorOf({ error }: Failure): Error {
    if (!(error instanceof ConflictError) || this.late === null) return error;
    return new TimeoutError(`${this.late.message} It is still at work on the request.`, { cause: error });
  }

  private backOff(times: number): number {
    const longest = Math.min(FIRST_DELAY_MS * 2 ** times, LONGEST_BACK_OFF_MS, this.limits.maxDelayMs);
    return longest * (0.5 + Math.random() / 2);
  }
}

/** Those that were told the same second do not come back in the same millisecond. */
function spread(asked: number): number {
  return asked + Math.random() * Math.min(asked, 1000) * 0.25;
}
