import { createPublicKey, verify as verifySignature, type KeyObject } from 'node:crypto';
import { BLOCK, SOFT, STRONG, UNKNOWN, WEAK, type BounceClass } from '../bounce/bounce-class';
import { bounceEvent } from '../bounce/bounce-event';
import { feedbackEvent, ifAny, type EventDetails } from '../event-builder';
import { contentOf } from '../content-of';
import type { FeedbackEvent } from '../feedback-event';
import {
  MalformedFeedbackError,
  type FeedbackProvider,
  type FeedbackRequest,
  type Verification,
} from '../feedback-provider';
import { timeIn } from '../event-time';
import { eventObjects, idIn, parseJson, textIn, type Fields } from '../json-fields';
import { isWithinWindow } from '../signatures/signature-age';
import { usualStatus } from './statuses';

const SIGNATURE = 'x-twilio-email-event-webhook-signature';
const TIMESTAMP = 'x-twilio-email-event-webhook-timestamp';
/** It tries for 24 hours, and nobody says whether a retry is signed anew; duplicates are known by their ids. */
const WINDOW = { past: 26 * 3600, future: 600 };

const EXPECTED = "the array of SendGrid's Event Webhook";
const NO_KEY =
  'This is no verification key of SendGrid: copy it from Settings → Mail Settings → Event Webhooks, where the signed event webhook is switched on.';

/** Twilio SendGrid's Event Webhook: an array, into which the customer's own keys are merged. */
export const sendgrid: FeedbackProvider = {
  name: 'sendgrid',
  signs: true,
  verify: (request, { secrets }, now) => Promise.resolve(verify(request, secrets, now)),
  read: ({ body }) => {
    const events = parseJson(body, EXPECTED);
    if (!Array.isArray(events)) throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
    return contentOf(eventObjects(events, EXPECTED), eventOf);
  },
  secretFault: (secret) => (publicKey(secret) === undefined ? NO_KEY : undefined),
  statusFor: usualStatus,
};

/** Signing is an option there: a source without a key is known by its address alone. */
function verify({ headers, body }: FeedbackRequest, secrets: readonly string[], now: Date): Verification {
  if (secrets.length === 0) return { ok: true };
  const timestamp = headers[TIMESTAMP] ?? '';
  const signature = headers[SIGNATURE];
  if (!signature) return refused('The request is not signed: switch on the signed event webhook at SendGrid.');
  if (!isWithinWindow(timestamp, now, WINDOW))
    return refused('The signature is older than 26 hours, or of the future.');
  const content = Buffer.concat([Buffer.from(timestamp), body]);
  const bytes = Buffer.from(signature, 'base64');
  const matches = secrets.map((secret) => {
    const key = publicKey(secret);
    return key !== undefined && verifySignature('sha256', content, key, bytes);
  });
  return matches.includes(true)
    ? { ok: true }
    : refused('The signature was not made with the verification key of this source.');
}

const refused = (reason: string): Verification => ({ ok: false, reason });

const PEM_LINES = /-----(?:BEGIN|END) PUBLIC KEY-----/g;

/** Base64 of a SubjectPublicKeyInfo: as SendGrid shows it, without the lines of PEM around it, or with them. */
function publicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({
      key: Buffer.from(text.replace(PEM_LINES, ''), 'base64'),
      format: 'der',
      type: 'spki',
    });
    return key.asymmetricKeyType === 'ec' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** What `bounce_classification` means: of some it is the first word, since they are about the sender; of others the last. */
const ABOUT_SENDER = /^(?:reputation|content|frequency or volume too high)$/i;
const OTHERWISE: readonly (readonly [RegExp, BounceClass])[] = [
  [/^invalid address$/i, STRONG],
  [/^mailbox unavailable$/i, WEAK],
  [/^technical failure$/i, SOFT],
];
/** SendGrid's own, of a host that it did not reach: its class says more. */
const OWN_WORDS = /^(?:unable to (?:get mx info|resolve mx)|error dialing remote address)/i;
const SUPPRESSED = /^(?:bounced|unsubscribed|spam reporting) address/i;

function eventOf(fields: Fields): FeedbackEvent {
  const event = textIn(fields, 'event') ?? '';
  const reason = textIn(fields, 'reason') ?? textIn(fields, 'response');
  const common = {
    recipient: textIn(fields, 'email'),
    occurredAt: timeIn(fields, 'timestamp'),
    key: keyOf(fields, event),
    diagnostic: reason,
    enhancedCode: textIn(fields, 'status'),
    messageId: idIn(fields, 'sg_message_id') ?? textIn(fields, 'smtp-id'),
    providerClass: [event, textIn(fields, 'type'), textIn(fields, 'bounce_classification')].filter(Boolean).join('/'),
  };
  switch (event) {
    case 'bounce':
      return bounced(fields, common);
    case 'deferred':
      return feedbackEvent({ ...common, type: 'soft_bounce' });
    case 'dropped':
      if (SUPPRESSED.test(reason ?? '')) return feedbackEvent({ ...common, type: 'suppressed' });
      // Refused by SendGrid for its form: no host was asked.
      if (/^invalid$/i.test(reason ?? '')) return feedbackEvent({ ...common, ...WEAK });
      return feedbackEvent({ ...common, type: 'ignored' });
    case 'delivered':
      return feedbackEvent({ ...common, type: 'delivered' });
    case 'spamreport':
      return feedbackEvent({ ...common, type: 'complaint' });
    case 'unsubscribe':
    case 'group_unsubscribe':
      return feedbackEvent({ ...common, type: 'unsubscribe', scope: idIn(fields, 'asm_group_id') });
    default:
      return feedbackEvent({ ...common, type: 'ignored' });
  }
}

/** Its own id; that of the message with all that tells its events apart, where there is none. */
function keyOf(fields: Fields, event: string): (string | undefined)[] {
  const id = idIn(fields, 'sg_event_id');
  if (id !== undefined) return [id];
  return [
    event,
    textIn(fields, 'email'),
    idIn(fields, 'sg_message_id'),
    idIn(fields, 'timestamp'),
    textIn(fields, 'reason'),
    ...ifAny(...['type', 'status', 'response', 'asm_group_id', 'smtp-id'].map((key) => idIn(fields, key))),
  ];
}

function bounced(fields: Fields, common: EventDetails): FeedbackEvent {
  const classification = textIn(fields, 'bounce_classification') ?? '';
  const type = textIn(fields, 'type') ?? 'bounce';
  // Of older accounts, and of what was deferred for 72 hours.
  if (type === 'expired') return feedbackEvent({ ...common, type: 'soft_bounce' });
  if (type === 'blocked' || ABOUT_SENDER.test(classification)) return feedbackEvent({ ...common, ...BLOCK });
  const otherwise = OTHERWISE.find(([pattern]) => pattern.test(classification))?.[1] ?? UNKNOWN;
  if (!OWN_WORDS.test(common.diagnostic ?? '')) return bounceEvent({ ...common, otherwise });
  return feedbackEvent({ ...common, ...(otherwise === STRONG ? WEAK : otherwise) });
}
