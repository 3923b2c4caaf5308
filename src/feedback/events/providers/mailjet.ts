import { SOFT, STRONG, UNKNOWN, WEAK, type BounceClass } from '../bounce/bounce-class';
import { bounceEvent } from '../bounce/bounce-event';
import { feedbackEvent, ifAny, type EventDetails } from '../event-builder';
import { contentOf } from '../content-of';
import type { FeedbackEvent } from '../feedback-event';
import type { FeedbackProvider } from '../feedback-provider';
import { timeIn } from '../event-time';
import { eventObjects, idIn, parseJson, textIn, type Fields } from '../json-fields';
import { presentedSecretFault, verifyPresentedSecret } from '../signatures/presented-secret';
import { usualStatus } from './statuses';

const EXPECTED = 'the JSON object, or the array of objects, of Mailjet\'s events, with "event"';

/** Mailjet: an array where events are grouped, else one object; unsigned. */
export const mailjet: FeedbackProvider = {
  name: 'mailjet',
  signs: false,
  verify: (request, trust) => Promise.resolve(verifyPresentedSecret(request, trust)),
  read: ({ body }) => {
    const value = parseJson(body, EXPECTED);
    return contentOf(eventObjects(Array.isArray(value) ? value : [value], EXPECTED), eventOf);
  },
  secretFault: presentedSecretFault,
  statusFor: usualStatus,
};

const SUPPRESSED = ['blacklisted', 'preblocked', 'spam reporter'];
const BLOCKS = ['relay/access denied', 'sender blocked', 'content blocked', 'policy issue'];
const IGNORED = /^duplicate in campaign|template/;
/** What the text may overrule. */
const OTHERWISE: Readonly<Record<string, BounceClass | undefined>> = {
  'user unknown': STRONG,
  'mailbox inactive': STRONG,
  'invalid domain': STRONG,
  typofix: STRONG,
  'quota exceeded': SOFT,
  greylisted: SOFT,
  'no mail host': SOFT,
  'connection issue': SOFT,
  'protocol issue': SOFT,
  'system issue': SOFT,
};

function eventOf(fields: Fields): FeedbackEvent {
  const event = textIn(fields, 'event') ?? '';
  const error = (textIn(fields, 'error') ?? '').toLowerCase();
  const recipient = textIn(fields, 'email');
  // MessageID is a number beyond 2^53 at times, which JSON rounds: then it is not read.
  const messageId = textIn(fields, 'Message_GUID') ?? idIn(fields, 'MessageID');
  const diagnostic = textIn(fields, 'comment') ?? textIn(fields, 'smtp_reply');
  // Of an unsubscription the list; of a mail without an id what it met.
  const others =
    messageId === undefined
      ? [idIn(fields, 'mj_list_id'), error || undefined, diagnostic]
      : [idIn(fields, 'mj_list_id')];
  const common = {
    recipient,
    occurredAt: timeIn(fields, 'time'),
    key: [messageId, event, recipient, idIn(fields, 'time'), ...ifAny(...others)],
    diagnostic,
    providerClass: [event, error].filter(Boolean).join('/'),
    messageId,
  };
  switch (event) {
    case 'bounce':
    case 'blocked':
      return refused(error, fields.hard_bounce, common);
    case 'sent':
      return feedbackEvent({ ...common, type: 'delivered' });
    case 'spam':
      return feedbackEvent({ ...common, type: 'complaint' });
    case 'unsub':
      return feedbackEvent({ ...common, type: 'unsubscribe', scope: idIn(fields, 'mj_list_id') });
    default:
      return feedbackEvent({ ...common, type: 'ignored' });
  }
}

function refused(error: string, isHard: unknown, common: EventDetails): FeedbackEvent {
  if (SUPPRESSED.includes(error)) return feedbackEvent({ ...common, type: 'suppressed' });
  if (BLOCKS.includes(error)) return feedbackEvent({ ...common, type: 'block' });
  if (IGNORED.test(error)) return feedbackEvent({ ...common, type: 'ignored' });
  const known = Object.hasOwn(OTHERWISE, error) ? OTHERWISE[error] : undefined;
  const found = bounceEvent({ ...common, otherwise: known ?? (isHard === true ? WEAK : UNKNOWN) });
  // Its word that it will be tried again.
  return found.type === 'hard_bounce' && isHard === false ? feedbackEvent({ ...common, ...SOFT }) : found;
}
