import type { UsageCounts } from '../credits/usage';
import type { Status } from '../engine';

/** Which count of the day a status goes to. */
export const USAGE_COUNTER = {
  valid: 'valid',
  catch_all: 'catchAll',
  risky: 'risky',
  invalid: 'invalid',
  unknown: 'unknown',
} as const satisfies Record<Status, keyof UsageCounts>;
