import { SOFT, STRONG, UNKNOWN, WEAK, type BounceClass } from '../bounce/bounce-class';
import { bounceEvent } from '../bounce/bounce-event';
import { feedbackEvent, ifAny, type EventDetails } from '../event-builder';
import { contentOf } from '../content-of';
import type { FeedbackEvent } from '../feedback-event';
import { MalformedFeedbackError, type FeedbackProvider } from '../feedback-provider';
import { timeIn } from '../event-time';
import { fieldsIn, idIn, isFields, numberIn, objectsOf, parseJson, textIn, type Fields } from '../json-fields';
import { presentedSecretFault, verifyPresentedSecret } from '../signatures/presented-secret';
import { usualStatus } from './statuses';

const EXPECTED = 'the array of SparkPost\'s webhooks, with "msys"';
const KINDS = ['message_event', 'unsubscribe_event', 'gen_event', 'track_event', 'relay_event'];

/** SparkPost (Bird): an array, unsigned; an empty `msys` is a ping. */
export const sparkpost: FeedbackProvider = {
  name: 'sparkpost',
  signs: false,
  verify: (request, trust) => Promise.resolve(verifyPresentedSecret(request, trust)),
  read: ({ body }) => {
    const value = parseJson(body, EXPECTED);
    if (!Array.isArray(value) || !value.every((item) => isFields(item) && isFields(item.msys))) {
      throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
    }
    const events = objectsOf(value).flatMap((item) => {
      const system = fieldsIn(item, 'msys');
      const kind = KINDS.find((name) => isFields(system[name]));
      return kind === undefined ? [] : [fieldsIn(system, kind)];
    });
    return contentOf(events, eventOf);
  },
  secretFault: presentedSecretFault,
  statusFor: usualStatus,
};

/** `bounce_class`: what it settles, whatever the text. */
const BLOCKS: readonly number[] = [23, 25, 26, 50, 51, 52, 53, 54];
const IGNORED: readonly number[] = [60, 80, 100];
const UNSUBSCRIBED = 90;
/** How SparkPost marks replies that no host gave: `550 [internal] [oob] The recipient is invalid.` */
const INTERNAL = /\[internal\]/i;
/** What it means where the text says nothing: 10 names the recipient, 30 does not. */
const OTHERWISE: Readonly<Record<number, BounceClass | undefined>> = {
  10: STRONG,
  30: WEAK,
  20: SOFT,
  21: SOFT,
  22: SOFT,
  24: SOFT,
  40: SOFT,
  70: SOFT,
};

function eventOf(fields: Fields): FeedbackEvent {
  const type = textIn(fields, 'type') ?? '';
  const recipient = textIn(fields, 'raw_rcpt_to') ?? textIn(fields, 'rcpt_to');
  const bounceClass = numberIn(fields, 'bounce_class');
  const id = idIn(fields, 'event_id');
  const messageId = idIn(fields, 'message_id') ?? idIn(fields, 'transmission_id');
  const occurredAt = timeIn(fields, 'timestamp');
  const diagnostic = textIn(fields, 'raw_reason') ?? textIn(fields, 'reason');
  const others = ifAny(bounceClass?.toString(), idIn(fields, 'error_code'), diagnostic);
  const common = {
    recipient,
    occurredAt,
    key: id === undefined ? [type, messageId, recipient, occurredAt?.toISOString(), ...others] : [id],
    smtpCode: numberIn(fields, 'error_code'),
    diagnostic,
    providerClass: bounceClass === undefined ? type : `${type}/${bounceClass}`,
    messageId,
  };
  switch (type) {
    case 'bounce':
    case 'out_of_band':
      return bounced(bounceClass, common);
    case 'delay':
      return feedbackEvent({ ...common, type: 'soft_bounce' });
    case 'delivery':
      return feedbackEvent({ ...common, type: 'delivered' });
    case 'spam_complaint':
      return feedbackEvent({ ...common, type: 'complaint' });
    case 'list_unsubscribe':
    case 'link_unsubscribe':
      return feedbackEvent({ ...common, type: 'unsubscribe' });
    case 'generation_rejection':
    case 'policy_rejection':
      return feedbackEvent({ ...common, type: /suppress/i.test(common.diagnostic ?? '') ? 'suppressed' : 'ignored' });
    default:
      return feedbackEvent({ ...common, type: 'ignored' });
  }
}

function bounced(bounceClass: number | undefined, common: EventDetails): FeedbackEvent {
  if (bounceClass === UNSUBSCRIBED) return feedbackEvent({ ...common, type: 'unsubscribe' });
  if (bounceClass !== undefined && BLOCKS.includes(bounceClass)) return feedbackEvent({ ...common, type: 'block' });
  if (bounceClass !== undefined && IGNORED.includes(bounceClass)) return feedbackEvent({ ...common, type: 'ignored' });
  const otherwise = OTHERWISE[bounceClass ?? 0] ?? UNKNOWN;
  if (!INTERNAL.test(common.diagnostic ?? '')) return bounceEvent({ ...common, otherwise });
  // Its class alone, of which it made up words and code.
  return feedbackEvent({ ...common, ...(otherwise === STRONG ? WEAK : otherwise) });
}
