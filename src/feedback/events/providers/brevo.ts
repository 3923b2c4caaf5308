import { SOFT, WEAK } from '../bounce/bounce-class';
import { bounceEvent } from '../bounce/bounce-event';
import { feedbackEvent, ifAny } from '../event-builder';
import { contentOf } from '../content-of';
import type { FeedbackEvent } from '../feedback-event';
import type { FeedbackProvider } from '../feedback-provider';
import { timeIn } from '../event-time';
import { eventObjects, idIn, parseJson, textIn, type Fields } from '../json-fields';
import { presentedSecretFault, verifyPresentedSecret } from '../signatures/presented-secret';
import { statusesWith } from './statuses';

const EXPECTED = 'the JSON object, or the array of objects, of Brevo\'s webhooks, with "event"';

/** Brevo: one object or a batch, unsigned. Whatever it is answered but 2xx and 429 loses the event at once. */
export const brevo: FeedbackProvider = {
  name: 'brevo',
  signs: false,
  verify: (request, trust) => Promise.resolve(verifyPresentedSecret(request, trust)),
  read: ({ body }) => {
    const value = parseJson(body, EXPECTED);
    return contentOf(eventObjects(Array.isArray(value) ? value : [value], EXPECTED), eventOf);
  },
  secretFault: presentedSecretFault,
  statusFor: statusesWith({ busy: 429 }),
};

function eventOf(fields: Fields): FeedbackEvent {
  const event = textIn(fields, 'event') ?? '';
  const recipient = textIn(fields, 'email');
  const messageId = textIn(fields, 'message-id');
  // `ts_epoch` alone is UTC for sure; marketing events have none.
  const occurredAt =
    timeIn(fields, 'ts_epoch', 'milliseconds') ??
    timeIn(fields, 'ts_event') ??
    timeIn(fields, 'ts_sent') ??
    timeIn(fields, 'ts');
  const diagnostic = textIn(fields, 'reason');
  const at = idIn(fields, 'ts_epoch') ?? idIn(fields, 'ts_event');
  const others = [
    at === undefined ? occurredAt?.toISOString() : undefined,
    messageId === undefined ? diagnostic : undefined,
  ];
  const common = {
    recipient,
    occurredAt,
    // `id` is the webhook's, and the same in all events.
    key: [event, messageId ?? idIn(fields, 'camp_id'), recipient, at, ...ifAny(...others)],
    diagnostic,
    providerClass: event,
    messageId: messageId ?? idIn(fields, 'camp_id'),
  };
  // Events are called `hard_bounce`, and `hardBounce` where they are chosen.
  switch (event.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) {
    case 'hard_bounce':
      return bounceEvent({ ...common, otherwise: WEAK });
    case 'soft_bounce':
    case 'deferred':
      return bounceEvent({ ...common, otherwise: SOFT });
    case 'blocked':
      return feedbackEvent({ ...common, type: 'suppressed' });
    case 'invalid_email':
    case 'invalid':
      // Refused by Brevo for its form: no host was asked.
      return feedbackEvent({ ...common, ...WEAK });
    case 'spam':
    case 'complaint':
      return feedbackEvent({ ...common, type: 'complaint' });
    case 'unsubscribe':
    case 'unsubscribed':
      return feedbackEvent({ ...common, type: 'unsubscribe' });
    case 'delivered':
      return feedbackEvent({ ...common, type: 'delivered' });
    default:
      return feedbackEvent({ ...common, type: 'ignored' });
  }
}
