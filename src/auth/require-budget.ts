import type { RateLimitState } from '../rate-limit/rate-limiter';
import { RateLimitedError } from './auth.errors';

/** @throws RateLimitedError when the use that was counted is one too many */
export function requireBudget(state: RateLimitState): void {
  if (state.isExceeded) throw new RateLimitedError(state.resetSeconds);
}
