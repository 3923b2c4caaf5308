import { STRONG } from '../../bounce/bounce-class';
import { bounceEvent } from '../../bounce/bounce-event';
import { addressOf, enhancedCodeOf, feedbackEvent, ifAny, type EventDetails } from '../../event-builder';
import { timeIn } from '../../event-time';
import type { FeedbackEvent } from '../../feedback-event';
import { idIn, isFields, numberIn, textIn, type Fields } from '../../json-fields';

/** `bounce`: classify it. */
export const GENERIC_EVENT_TYPES = [
  'hard_bounce',
  'soft_bounce',
  'bounce',
  'block',
  'complaint',
  'unsubscribe',
  'suppressed',
  'delivered',
] as const;
export type GenericEventType = (typeof GENERIC_EVENT_TYPES)[number];

/** An event, or a sentence for its sender of what is wrong with it. */
export type ReadEvent = { readonly event: FeedbackEvent } | { readonly fault: string };

/** The names that are documented, and the same in JavaScript's spelling. */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  occurredAt: 'occurred_at',
  smtpCode: 'smtp_code',
  enhancedCode: 'enhanced_code',
  messageId: 'message_id',
};

/**
 * One of `{"events":[{"id","type","email","occurred_at","smtp_code","enhanced_code","diagnostic","message_id","scope"}]}`; `type`, `email` and
 * `occurred_at` are needed. Never throws.
 *
 * @param alsoSaid what else tells an event without an id from others
 */
export function readGenericEvent(value: unknown, alsoSaid: readonly (string | undefined)[] = []): ReadEvent {
  if (!isFields(value)) return { fault: 'An event is a JSON object.' };
  const fields = withDocumentedNames(value);
  const fault = faultOf(fields);
  return fault === undefined ? { event: eventOf(fields, alsoSaid) } : { fault };
}

function withDocumentedNames(fields: Fields): Fields {
  const documented: Record<string, unknown> = {};
  for (const [other, name] of Object.entries(OTHER_SPELLINGS)) documented[name] = fields[name] ?? fields[other];
  return { ...fields, ...documented };
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

function faultOf(fields: Fields): string | undefined {
  if (typeOf(fields) === undefined) return `"type" must be one of ${GENERIC_EVENT_TYPES.join(', ')}.`;
  if (addressOf(textIn(fields, 'email')) === undefined) return '"email" must be an email address.';
  if (timeIn(fields, 'occurred_at') === undefined) return '"occurred_at" must be a time such as 2026-01-05T10:00:00Z.';
  if (!isAbsent(fields.id) && idIn(fields, 'id') === undefined) return '"id" must be a text.';
  const code = numberIn(fields, 'smtp_code');
  if (!isAbsent(fields.smtp_code) && !(code !== undefined && Number.isInteger(code) && code >= 200 && code <= 599)) {
    return '"smtp_code" must be a number from 200 to 599.';
  }
  if (!isAbsent(fields.enhanced_code) && enhancedCodeOf(textIn(fields, 'enhanced_code')) === undefined) {
    return '"enhanced_code" must be a code such as 5.1.1.';
  }
  const wrong = ['diagnostic', 'message_id', 'scope'].find(
    (key) => !isAbsent(fields[key]) && typeof fields[key] !== 'string',
  );
  return wrong === undefined ? undefined : `"${wrong}" must be a text.`;
}

const typeOf = (fields: Fields): GenericEventType | undefined =>
  GENERIC_EVENT_TYPES.find((known) => known === textIn(fields, 'type'));

function eventOf(fields: Fields, alsoSaid: readonly (string | undefined)[]): FeedbackEvent {
  const type = typeOf(fields) ?? 'bounce';
  const recipient = addressOf(textIn(fields, 'email'));
  const occurredAt = timeIn(fields, 'occurred_at');
  const smtpCode = numberIn(fields, 'smtp_code');
  const [enhancedCode, diagnostic, messageId, scope, provider] = [
    'enhanced_code',
    'diagnostic',
    'message_id',
    'scope',
    'provider',
  ].map((key) => textIn(fields, key));
  const id = idIn(fields, 'id');
  const others = ifAny(smtpCode?.toString(), enhancedCode, messageId, scope, provider, ...alsoSaid);
  const common = {
    recipient,
    occurredAt,
    key: id === undefined ? [type, recipient?.toLowerCase(), occurredAt?.toISOString(), diagnostic, ...others] : [id],
    smtpCode,
    enhancedCode,
    diagnostic,
    messageId,
    scope,
    providerClass: provider ?? type,
  };
  if (type === 'bounce') return bounceEvent(common);
  return type === 'hard_bounce' ? hardBounce(common) : feedbackEvent({ ...common, type });
}

/** The sender's word that it is hard, unless the host's own words or codes say that it is not. */
function hardBounce(common: EventDetails): FeedbackEvent {
  const found = bounceEvent({ ...common, otherwise: STRONG });
  const isTheirWord = found.type === 'hard_bounce' && common.diagnostic === undefined;
  return isTheirWord ? { ...found, strength: 'strong' } : found;
}
