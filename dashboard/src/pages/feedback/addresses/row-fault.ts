import { inWords } from '../../../api/fault-words';
import { feedbackTexts } from '../../../texts/feedback';
import type { FeedbackTexts } from '../../../texts/feedback.en';

const MEANINGS: readonly (readonly [RegExp, keyof FeedbackTexts['import']['faults']])[] = [
  [/^"(.+)" must be an email address/s, 'email'],
  [/^"(.+)" must be one of/s, 'type'],
  [/^"(.+)" must be a time/s, 'time'],
  [/^"(.+)" must be of the last two years/s, 'old'],
  [/^"(.+)" must be a (?:number from|code such)/s, 'code'],
];

/** What is wrong with a row of an import, for people. */
export function rowFault(sentence: string): string {
  for (const [pattern, name] of MEANINGS) {
    const [, column] = pattern.exec(sentence) ?? [];
    if (column !== undefined) return feedbackTexts().import.faults[name](column);
  }
  return inWords(sentence);
}
