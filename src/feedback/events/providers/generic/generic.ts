import { contentOf } from '../../content-of';
import { feedbackEvent } from '../../event-builder';
import { timeIn } from '../../event-time';
import type { FeedbackEvent } from '../../feedback-event';
import { MalformedFeedbackError, type FeedbackProvider } from '../../feedback-provider';
import { idIn, isFields, parseJson, textIn, type Fields } from '../../json-fields';
import { isStandardWebhookKey, verifyStandardWebhook } from '../../signatures/standard-webhooks';
import { usualStatus } from '../statuses';
import { readGenericEvent } from './generic-event';

const EXPECTED = 'a JSON object with an array of events in "events"';
const NO_SECRET =
  'This is no key of Standard Webhooks: it has "whsec_" and the base64 of 24 bytes or more, or "whpk_" and a public key of Ed25519.';
const MOST_GENERIC_EVENTS = 1_000;

/** Our own format, for whoever has none: signed by Standard Webhooks where the source has a secret. */
export const generic: FeedbackProvider = {
  name: 'generic',
  signs: true,
  hasOurLimits: true,
  verify: (request, trust, now) =>
    Promise.resolve(trust.secrets.length === 0 ? { ok: true } : verifyStandardWebhook(request, trust, now)),
  read: ({ body }) => contentOf(genericItems(parseJson(body, EXPECTED)), eventOrRejected),
  secretFault: (secret) => (isStandardWebhookKey(secret) ? undefined : NO_SECRET),
  statusFor: usualStatus,
};

/**
 * The items of `{"events": […]}`, not looked at yet.
 *
 * @throws {MalformedFeedbackError} when there are none, or more than 1,000
 */
function genericItems(body: unknown): readonly unknown[] {
  const events = isFields(body) ? body.events : undefined;
  if (!Array.isArray(events)) throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
  if (events.length > MOST_GENERIC_EVENTS)
    throw new MalformedFeedbackError(`At most ${MOST_GENERIC_EVENTS} events are taken at once.`);
  return events;
}

/** A faulty one marks nobody, and is seen among the events with what is wrong with it. */
function eventOrRejected(item: unknown): FeedbackEvent {
  const read = readGenericEvent(item);
  if ('event' in read) return read.event;
  const fields: Fields = isFields(item) ? item : {};
  return feedbackEvent({
    type: 'ignored',
    occurredAt: timeIn(fields, 'occurred_at') ?? new Date(0),
    key: [
      'rejected',
      idIn(fields, 'id'),
      textIn(fields, 'type'),
      textIn(fields, 'email'),
      textIn(fields, 'occurred_at'),
    ],
    providerClass: read.fault,
  });
}
