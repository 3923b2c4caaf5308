import type { AppConfig } from '../config/app-config';

const MOST_MS = 1000;

/**
 * What of `VALIDATION_TIMEOUT_MS` is left to the charge at the end of a single check, in milliseconds: the engine has the
 * rest, so that the whole is kept while the database hangs.
 */
export function chargeWithinMs({ VALIDATION_TIMEOUT_MS }: Pick<AppConfig, 'VALIDATION_TIMEOUT_MS'>): number {
  return Math.min(MOST_MS, VALIDATION_TIMEOUT_MS / 10);
}
