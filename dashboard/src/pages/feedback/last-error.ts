import { t } from '../../texts';
import { feedbackTexts } from '../../texts/feedback';
import { meaningOf } from './error-meaning';

/** What people read in place of the service's sentence about a source; that sentence where there is nothing better. */
export function lastError(sentence: string): string {
  const meaning = meaningOf(sentence);
  return meaning === null ? t.faults.asSaid(sentence) : feedbackTexts().errors[meaning];
}
