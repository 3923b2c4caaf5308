import type { CheckResult } from '../api/types';
import { STATUS_WORDS } from './status-words';
import { PLAIN_ADVICE, SUB_STATUS_WORDS } from './sub-status-words';

export interface Explanation {
  headline: string;
  meaning: string;
  /** Null when there is nothing to add. */
  why: string | null;
  advice: string;
}

/** A verdict in words: what it means, why it was given, what to do. */
export function explain({ status, result }: Pick<CheckResult, 'status' | 'result'>): Explanation {
  const { headline, meaning } = STATUS_WORDS[status];
  const subStatus = result === null || Array.isArray(result) ? null : result.sub_status;
  const known = Object.entries(SUB_STATUS_WORDS).find(([name]) => name === subStatus)?.[1];
  if (known !== undefined) return { headline, meaning, ...known };
  const advice = status === 'valid' || status === 'catch_all' ? PLAIN_ADVICE[status] : 'Check it again later.';
  return { headline, meaning, why: subStatus, advice };
}
