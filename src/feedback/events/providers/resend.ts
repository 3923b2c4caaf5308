import { SOFT, UNKNOWN } from '../bounce/bounce-class';
import { bounceEvent } from '../bounce/bounce-event';
import { feedbackEvent, type EventDetails } from '../event-builder';
import type { FeedbackEvent } from '../feedback-event';
import { MalformedFeedbackError, type FeedbackProvider, type FeedbackRequest } from '../feedback-provider';
import { timeIn } from '../event-time';
import { fieldsIn, isFields, parseJson, textIn, type Fields } from '../json-fields';
import { isStandardWebhookKey, verifyStandardWebhook } from '../signatures/standard-webhooks';
import { sesBounce } from './ses/ses-bounce';
import { usualStatus } from './statuses';

const EXPECTED = 'the JSON object of Resend\'s webhooks, with "type" and "data"';
const NO_SECRET =
  'This is no signing secret of Resend: copy the one that it shows beside the webhook; it begins with "whsec_".';

/** Resend: one object, signed by Svix. */
export const resend: FeedbackProvider = {
  name: 'resend',
  signs: true,
  verify: (request, trust, now) =>
    Promise.resolve(
      trust.secrets.length === 0
        ? {
            ok: false,
            reason: 'This source has no signing secret yet: store the one that Resend shows beside the webhook.',
          }
        : verifyStandardWebhook(request, trust, now),
    ),
  read: (request) => {
    const value = parseJson(request.body, EXPECTED);
    if (!isFields(value) || textIn(value, 'type') === undefined || !isFields(value.data)) {
      throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
    }
    return { events: [eventOf(value, idOf(request))] };
  },
  secretFault: (secret) => (isStandardWebhookKey(secret) ? undefined : NO_SECRET),
  statusFor: usualStatus,
};

const idOf = ({ headers }: FeedbackRequest): string | undefined => headers['svix-id'] ?? headers['webhook-id'];

function eventOf(fields: Fields, id: string | undefined): FeedbackEvent {
  const type = textIn(fields, 'type') ?? '';
  const data = fieldsIn(fields, 'data');
  const recipient =
    type.startsWith('suppression.') || type.startsWith('contact.') ? textIn(data, 'email') : onlyOne(data.to);
  const occurredAt = timeIn(fields, 'created_at');
  const messageId = textIn(data, 'email_id');
  const common = {
    recipient,
    occurredAt,
    key: id === undefined ? [type, messageId, recipient, occurredAt?.toISOString()] : [id],
    messageId,
    providerClass: type,
  };
  switch (type) {
    case 'email.bounced':
      return bounced(fieldsIn(data, 'bounce'), common);
    case 'email.delivery_delayed':
      return feedbackEvent({ ...common, ...SOFT });
    case 'email.delivered':
      return feedbackEvent({ ...common, type: 'delivered' });
    case 'email.complained':
      return feedbackEvent({ ...common, type: 'complaint' });
    case 'email.suppressed':
      return feedbackEvent({
        ...common,
        type: 'suppressed',
        diagnostic: textIn(fieldsIn(data, 'suppressed'), 'message'),
      });
    case 'suppression.added':
      return feedbackEvent({
        ...common,
        type: 'suppressed',
        providerClass: [type, textIn(data, 'origin')].filter(Boolean).join('/'),
      });
    case 'contact.updated':
      return feedbackEvent({ ...common, type: data.unsubscribed === true ? 'unsubscribe' : 'ignored' });
    default:
      return feedbackEvent({ ...common, type: 'ignored' });
  }
}

/** Of several nobody says which one is meant. */
const onlyOne = (to: unknown): string | undefined => {
  const list: readonly unknown[] = Array.isArray(to) ? to : [to];
  return list.length === 1 && typeof list[0] === 'string' ? list[0] : undefined;
};

function bounced(bounce: Fields, common: EventDetails): FeedbackEvent {
  const message = textIn(bounce, 'message');
  const type = textIn(bounce, 'type');
  if (type === undefined) return bouncedBefore(message, common);
  const { diagnosticCode } = bounce;
  const replies: unknown[] = Array.isArray(diagnosticCode) ? diagnosticCode : [diagnosticCode];
  const reply = replies.find((text): text is string => typeof text === 'string' && text.trim() !== '');
  // Its `message` explains the class to people: it is no host's reply.
  return sesBounce(type, textIn(bounce, 'subType') ?? '', { ...common, diagnostic: reply });
}

/** Older events have the explanation alone: it is Resend's, so that nothing is sure. */
function bouncedBefore(message: string | undefined, common: EventDetails): FeedbackEvent {
  const facts = { ...common, diagnostic: message };
  if (/suppress/i.test(message ?? '')) return feedbackEvent({ ...facts, type: 'suppressed' });
  const found = bounceEvent({ ...facts, otherwise: /transient|temporar/i.test(message ?? '') ? SOFT : UNKNOWN });
  return found.type === 'hard_bounce' ? { ...found, strength: 'weak' } : found;
}
