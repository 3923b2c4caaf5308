import type { CheckResult } from '../api/types';
import { t } from '../texts';

export interface Explanation {
  headline: string;
  meaning: string;
  /** Null when there is nothing to add. */
  why: string | null;
  advice: string;
}

/** A verdict in words: what it means, why it was given, what to do. */
export function explain({ status, result }: Pick<CheckResult, 'status' | 'result'>): Explanation {
  const { statuses, reasons, plainAdvice, laterAdvice } = t.verdict;
  const { headline, meaning } = statuses[status];
  const subStatus = result === null || Array.isArray(result) ? null : result.sub_status;
  const known = Object.entries(reasons).find(([name]) => name === subStatus)?.[1];
  if (known !== undefined) return { headline, meaning, ...known };
  const advice = status === 'valid' || status === 'catch_all' ? plainAdvice[status] : laterAdvice;
  return { headline, meaning, why: subStatus, advice };
}
