import { SOFT, WEAK, type BounceClass } from '../bounce/bounce-class';
import { bounceEvent } from '../bounce/bounce-event';
import { feedbackEvent, ifAny, type EventDetails } from '../event-builder';
import type { FeedbackEvent, FeedbackEventType } from '../feedback-event';
import { MalformedFeedbackError, type FeedbackProvider } from '../feedback-provider';
import { timeIn } from '../event-time';
import { idIn, isFields, parseJson, textIn, type Fields } from '../json-fields';
import { presentedSecretFault, verifyPresentedSecret } from '../signatures/presented-secret';
import { usualStatus } from './statuses';

const EXPECTED = 'the JSON object of Postmark\'s webhooks, with "RecordType"';

/** Postmark: one object, unsigned. */
export const postmark: FeedbackProvider = {
  name: 'postmark',
  signs: false,
  verify: (request, trust) => Promise.resolve(verifyPresentedSecret(request, trust)),
  read: ({ body }) => {
    const value = parseJson(body, EXPECTED);
    if (!isFields(value) || textIn(value, 'RecordType') === undefined)
      throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
    return { events: [eventOf(value)] };
  },
  secretFault: presentedSecretFault,
  statusFor: usualStatus,
};

/** Types of which the class is what matters, whatever the text. */
const TYPES: Readonly<Record<string, FeedbackEventType | undefined>> = {
  Blocked: 'block',
  DMARCPolicy: 'block',
  SpamNotification: 'block',
  VirusNotification: 'block',
  SpamComplaint: 'complaint',
  ManuallyDeactivated: 'suppressed',
};
/** Types of which the text decides, and the class where it says nothing. */
const BOUNCES: Readonly<Record<string, BounceClass | undefined>> = {
  HardBounce: WEAK,
  SoftBounce: SOFT,
  Transient: SOFT,
  DnsError: SOFT,
};

function eventOf(fields: Fields): FeedbackEvent {
  const record = textIn(fields, 'RecordType') ?? '';
  const recipient = textIn(fields, 'Email') ?? textIn(fields, 'Recipient');
  const messageId = textIn(fields, 'MessageID');
  const occurredAt = ['BouncedAt', 'DeliveredAt', 'ChangedAt'].map((key) => timeIn(fields, key)).find(Boolean);
  const common = {
    recipient,
    occurredAt,
    // All recipients of a mail share its MessageID; only bounces have an ID of their own.
    key: [record, messageId, recipient, idIn(fields, 'ID'), occurredAt?.toISOString(), ...ifAny(...changeOf(fields))],
    diagnostic: textIn(fields, 'Details'),
    // A fixed sentence for each type.
    explanation: textIn(fields, 'Description'),
    providerClass: [record, textIn(fields, 'Type') ?? textIn(fields, 'SuppressionReason')].filter(Boolean).join('/'),
    messageId,
  };
  switch (record) {
    case 'Bounce':
    case 'SpamComplaint':
      return bounced(textIn(fields, 'Type') ?? record, fields, common);
    case 'Delivery':
      return feedbackEvent({ ...common, type: 'delivered' });
    case 'SubscriptionChange':
      return changed(fields, common);
    default:
      return feedbackEvent({ ...common, type: 'ignored' });
  }
}

/** What of a change is in no other event: a click may leave several streams at once. */
const changeOf = (fields: Fields): (string | undefined)[] =>
  textIn(fields, 'RecordType') === 'SubscriptionChange'
    ? [textIn(fields, 'MessageStream'), textIn(fields, 'SuppressionReason'), String(fields.SuppressSending)]
    : [];

function bounced(type: string, fields: Fields, common: EventDetails): FeedbackEvent {
  // Refused by Postmark for its form: no host was asked.
  if (type === 'BadEmailAddress') return feedbackEvent({ ...common, ...WEAK });
  const otherwise = Object.hasOwn(BOUNCES, type) ? BOUNCES[type] : undefined;
  if (otherwise) return bounceEvent({ ...common, otherwise });
  if (type === 'Unsubscribe' || type === 'ManualSuppression') return changed(fields, common);
  return feedbackEvent({ ...common, type: (Object.hasOwn(TYPES, type) ? TYPES[type] : undefined) ?? 'ignored' });
}

/** A suppression after a bounce or complaint repeats that event: it is nothing new about the address. */
function changed(fields: Fields, common: EventDetails): FeedbackEvent {
  if (fields.SuppressSending === false) return feedbackEvent({ ...common, type: 'ignored' });
  const scope = textIn(fields, 'MessageStream');
  const isRepeated = /^(?:HardBounce|SpamComplaint)$/.test(textIn(fields, 'SuppressionReason') ?? '');
  return textIn(fields, 'Origin') === 'Recipient' && !isRepeated
    ? feedbackEvent({ ...common, type: 'unsubscribe', scope })
    : feedbackEvent({ ...common, type: 'suppressed' });
}
