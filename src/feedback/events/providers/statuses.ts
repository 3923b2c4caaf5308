import type { FeedbackTrouble } from '../feedback-provider';

/**
 * What most providers understand: "again later" is 503 and everything else is not tried again, or not for long. A bad signature is
 * 401 and never 403, which ends all attempts for good at Postmark.
 */
const USUAL: Readonly<Record<FeedbackTrouble, number>> = {
  bad_signature: 401,
  malformed: 400,
  busy: 503,
  disabled: 410,
};

export const usualStatus = (trouble: FeedbackTrouble): number => USUAL[trouble];

/** The usual ones, but for those. */
export function statusesWith(others: Partial<Record<FeedbackTrouble, number>>): (trouble: FeedbackTrouble) => number {
  return (trouble) => others[trouble] ?? USUAL[trouble];
}
