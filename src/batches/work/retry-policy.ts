import type { Verification } from '../../engine';

/** However long a mail host asks us to wait, a batch waits no longer for one row. */
const LONGEST_WAIT_SECONDS = 3600;
/** A fault of ours gets one more chance, soon. */
const FAULT_WAIT_SECONDS = 30;

/** Somebody of the domain is accepted by then, if the list holds anybody. */
const CONTROL_WAIT_SECONDS = 60;

/** Our own resolver was down, so nobody was asked about the address: its row stays unanswered. */
export function isResolverFailure({
  subStatus,
  isLocalError,
}: Pick<Verification, 'subStatus' | 'isLocalError'>): boolean {
  return isLocalError === true && (subStatus === 'dns_error' || subStatus === 'dns_timeout');
}

/**
 * Whether an answer is to be asked for again, and when.
 * @param attempt how often the row's chunk has been asked again
 * @param delays `SMTP_RETRY_DELAYS`, seconds: one for each repetition
 * @returns seconds to wait, or null when the answer stands
 */
export function secondsToRetry(
  { subStatus, retryAfterSeconds }: Pick<Verification, 'subStatus' | 'retryAfterSeconds'>,
  attempt: number,
  delays: readonly number[],
): number | null {
  if (subStatus === 'exception_occurred') return attempt === 0 ? FAULT_WAIT_SECONDS : null;
  const delay = delays[attempt];
  if (retryAfterSeconds === null || delay === undefined) return null;
  // An unread refusal is no temporary answer: it is settled by what the list itself brings, or not at all.
  if (subStatus === 'recipient_restricted') return attempt === 0 ? Math.min(delay, CONTROL_WAIT_SECONDS) : null;
  return Math.max(delay, Math.min(retryAfterSeconds, LONGEST_WAIT_SECONDS));
}
