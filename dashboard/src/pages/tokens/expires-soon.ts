import type { Token } from '../../api';

const WEEK_MS = 7 * 86_400_000;

/** Whether it works, and for a week at most from now on. */
export function expiresSoon({ expires_at: end, revoked_at: revoked }: Token): boolean {
  if (end === null || revoked !== null) return false;
  const left = Date.parse(end) - Date.now();
  return left > 0 && left <= WEEK_MS;
}
