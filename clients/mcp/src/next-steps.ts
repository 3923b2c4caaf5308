import type { BatchStatus, Credits, Status, Verdict } from 'email-validation-client';

/** What to do with an answer, in one sentence. No text of others stands in it. */

const OF_STATUS: Record<Status, string> = {
  valid: 'Send to it.',
  catch_all: 'Its host takes mail for any address: send to it if some bounces do no harm.',
  risky: 'Mail would be delivered, but better send none.',
  invalid: 'Do not send to it; that is certain.',
  unknown: 'It could not be confirmed, which says nothing against the address: check it again later.',
};

/** Else somebody checks it again for ever. */
const ASKS_NOBODY =
  'This is a test token: it asks nobody, so a further check says the same. Try valid@sandbox.test, or set a live token as EVS_TOKEN.';

export function afterVerdict({ status, did_you_mean: meant }: Verdict, isTest: boolean): string {
  const suggestion = meant === null ? '' : ' Ask whether the address in did_you_mean was meant.';
  return `${isTest && status === 'unknown' ? ASKS_NOBODY : OF_STATUS[status]}${suggestion}`;
}

export function afterSending(id: number): string {
  return `Ask batch_status for batch ${id} after 10 seconds.`;
}

/** Where no answer came: sent under another key it would be paid for twice, should it be there. */
export function sendAgain(key: string): string {
  return `It may have the list all the same: after a minute send the same again with request_key ${key}, and it is taken once.`;
}

export function afterStatus(batch: BatchStatus, isTest: boolean): string {
  const { id, status, progress, unknown_count: unknown } = batch;
  if (status === 'cancelled')
    return `The batch was cancelled: batch_results for batch ${id} has what was answered by then.`;
  if (status !== 'completed') {
    return `${Math.floor(progress)} % are answered: ask batch_status again after 10 seconds, or longer where it stands still.`;
  }
  const why = isTest ? `. ${ASKS_NOBODY}` : ', and are worth another check later.';
  const open = unknown === 0 ? '' : ` ${unknown} could not be confirmed${why}`;
  return `All are answered: read them with batch_results for batch ${id}.${open}`;
}

export function afterRows(id: number, nextAfter: string | null): string {
  return nextAfter === null
    ? 'These are the last rows.'
    : `There are more: ask batch_results for batch ${id} with this next_after as after.`;
}

export function afterCredits({ balance }: Credits): string {
  return balance > 0
    ? `Up to ${balance} checks can be paid; those that end as unknown in a list, repeats and cached answers are free.`
    : 'Nothing can be paid: somebody must add credits before more is checked.';
}
