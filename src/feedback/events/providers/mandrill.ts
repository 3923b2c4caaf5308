import { createHmac } from 'node:crypto';
import { SOFT, STRONG, WEAK } from '../bounce/bounce-class';
import { bounceEvent } from '../bounce/bounce-event';
import { feedbackEvent } from '../event-builder';
import { contentOf } from '../content-of';
import type { FeedbackEvent } from '../feedback-event';
import {
  MalformedFeedbackError,
  type FeedbackProvider,
  type FeedbackRequest,
  type Verification,
} from '../feedback-provider';
import { timeIn } from '../event-time';
import { fieldsIn, idIn, objectsOf, parseJson, textIn, type Fields } from '../json-fields';
import { isOneWord } from '../signatures/one-word';
import { sameBytes } from '../signatures/same-bytes';
import { usualStatus } from './statuses';

const EXPECTED = 'the form of Mandrill\'s webhooks, with an array in "mandrill_events"';
const NO_KEY =
  'This is no key of a webhook of Mandrill: copy the one that it shows beside the webhook, which has no blanks in it.';

/** Mailchimp Transactional (Mandrill): a form with one field, signed over the address that it was given. */
export const mandrill: FeedbackProvider = {
  name: 'mandrill',
  signs: true,
  verify: (request, { secrets }) =>
    new Promise((resolve) => {
      resolve(verify(request, secrets));
    }),
  read: (request) => contentOf(objectsOf(eventsIn(request)), eventOf),
  secretFault: (secret) => (isOneWord(secret) ? undefined : NO_KEY),
  statusFor: usualStatus,
};

function eventsIn({ body }: FeedbackRequest): unknown[] {
  const field = new URLSearchParams(body.toString('utf8')).get('mandrill_events');
  if (field === null) throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
  const events = parseJson(field, EXPECTED);
  if (!Array.isArray(events)) throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
  return events;
}

function verify(request: FeedbackRequest, secrets: readonly string[]): Verification {
  // At set-up it tries the address with no event, before it shows the key.
  if (eventsIn(request).length === 0) return { ok: true };
  if (secrets.length === 0)
    return refused('This source has no key yet: store the key that Mandrill shows beside the webhook.');
  const fields = [...new URLSearchParams(request.body.toString('utf8'))].sort(([a], [b]) =>
    a < b ? -1 : a > b ? 1 : 0,
  );
  const signed = request.url + fields.flat().join('');
  const given = Buffer.from(request.headers['x-mandrill-signature'] ?? '', 'base64');
  const matches = secrets.map((key) => sameBytes(createHmac('sha1', key).update(signed).digest(), given));
  return matches.includes(true)
    ? { ok: true }
    : refused(
        'The signature was not made with the key of this source, or for another address than the one that was copied.',
      );
}

const refused = (reason: string): Verification => ({ ok: false, reason });

function eventOf(fields: Fields): FeedbackEvent {
  const event = textIn(fields, 'event');
  return event === undefined ? synced(fields) : sent(event, fields);
}

function sent(event: string, fields: Fields): FeedbackEvent {
  const message = fieldsIn(fields, 'msg');
  const recipient = textIn(message, 'email');
  const description = textIn(message, 'bounce_description');
  const id = idIn(fields, '_id') ?? idIn(message, '_id');
  const common = {
    recipient,
    occurredAt: timeIn(fields, 'ts'),
    key: [id, event, idIn(fields, 'ts'), recipient],
    diagnostic: textIn(message, 'diag'),
    providerClass: [event, description].filter(Boolean).join('/'),
    messageId: id,
  };
  switch (event) {
    case 'hard_bounce':
      return bounceEvent({ ...common, otherwise: description === 'bad_mailbox' ? STRONG : WEAK });
    case 'soft_bounce':
    case 'deferral':
      return feedbackEvent({ ...common, ...SOFT });
    case 'spam':
      return feedbackEvent({ ...common, type: 'complaint' });
    case 'unsub':
      return feedbackEvent({ ...common, type: 'unsubscribe' });
    case 'reject':
      return feedbackEvent({ ...common, type: 'suppressed' });
    case 'delivered':
      return feedbackEvent({ ...common, type: 'delivered' });
    default:
      return feedbackEvent({ ...common, type: 'ignored' });
  }
}

/** A change of its lists of those that it does not mail (`blacklist`, `denylist`), or mails in any case. */
function synced(fields: Fields): FeedbackEvent {
  const [list = '', action = ''] = ['type', 'action'].map((key) => textIn(fields, key));
  const reject = fieldsIn(fields, 'reject');
  const occurredAt = timeIn(fields, 'ts') ?? timeIn(reject, 'last_event_at') ?? timeIn(reject, 'created_at');
  const recipient = textIn(reject, 'email');
  return feedbackEvent({
    type: /^(?:black|deny)list$/.test(list) && (action === 'add' || action === 'change') ? 'suppressed' : 'ignored',
    recipient,
    occurredAt,
    key: [list, action, recipient, occurredAt?.toISOString()],
    diagnostic: textIn(reject, 'detail'),
    providerClass: [list, action, textIn(reject, 'reason')].filter(Boolean).join('/'),
  });
}
