import { inWords } from '../../../api/fault-words';
import { feedbackTexts } from '../../../texts/feedback';
import type { FeedbackTexts } from '../../../texts/feedback.en';

const MEANINGS: readonly (readonly [RegExp, keyof FeedbackTexts['import']['faults']])[] = [
  [/^"email" must be/, 'email'],
  [/^"type" must be/, 'type'],
  [/^"occurred_at" must be a time/, 'time'],
  [/^"occurred_at" must be of the last two years/, 'old'],
  [/^"(?:smtp_code|enhanced_code)" must be/, 'code'],
];

/** What is wrong with a row of an import, for people. */
export function rowFault(sentence: string): string {
  const found = MEANINGS.find(([pattern]) => pattern.test(sentence));
  return found === undefined ? inWords(sentence) : feedbackTexts().import.faults[found[1]];
}
