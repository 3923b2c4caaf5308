import type { FeedbackTexts } from '../../texts/feedback.en';

export type ErrorName = keyof FeedbackTexts['errors'];

/** The service's sentences about a source, which are for those who read its log, by what they mean. */
const MEANINGS: readonly (readonly [RegExp, ErrorName])[] = [
  [/^This source has no (signing key|key|signing secret) yet/, 'keyMissing'],
  [/can not be read any more: give it again/, 'keyLost'],
  [/bound to a topic|another topic/, 'otherTopic'],
  [/^Raw message delivery/, 'rawDelivery'],
  [/names no topic|of a version that is not known|^The certificate's address/, 'notAmazon'],
  [/older than|of the future|not within five minutes/, 'stale'],
  [/was (not )?made with|does not fit the message/, 'keyWrong'],
  [/is not signed|carries no webhook-id|has a dot in it|did not carry the secret/, 'notSigned'],
  [/^The provider's certificate/, 'certificate'],
  [/^The subscription could not be confirmed/, 'notConfirmed'],
  [/^More requests came in a minute/, 'flood'],
  [/can not be taken just now/, 'later'],
  [/^This source is switched off/, 'switchedOff'],
  [/fault of this service/, 'ours'],
  [/^The body is not|^This is no JSON|holds no event|has no token|events are taken at once/, 'notTheirs'],
];

/** Null: it is not known. */
export const meaningOf = (sentence: string): ErrorName | null =>
  MEANINGS.find(([pattern]) => pattern.test(sentence))?.[1] ?? null;
