import type { DeliveryAttempt } from '../../../api/developers';
import { developerTexts } from '../../../texts/developers';

/** How a try that failed went, in a sentence. */
export function failureWords({ error, http_status: status }: Pick<DeliveryAttempt, 'error' | 'http_status'>): string {
  const words = developerTexts();
  if (error === 'status' && status !== null) return words.answered(status);
  return words.errors[error ?? 'connection'];
}
