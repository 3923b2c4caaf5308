import { createHmac } from 'node:crypto';
import { BLOCK, SOFT, UNKNOWN, WEAK } from '../bounce/bounce-class';
import { bounceEvent } from '../bounce/bounce-event';
import { feedbackEvent, shortId, type EventDetails } from '../event-builder';
import type { FeedbackEvent } from '../feedback-event';
import {
  MalformedFeedbackError,
  type FeedbackProvider,
  type FeedbackRequest,
  type Verification,
} from '../feedback-provider';
import { timeIn } from '../event-time';
import { fieldsIn, idIn, isFields, numberIn, parseJson, textIn, type Fields } from '../json-fields';
import { sameBytes } from '../signatures/same-bytes';
import { isOneWord } from '../signatures/one-word';
import { isWithinWindow } from '../signatures/signature-age';
import { statusesWith } from './statuses';

/** Its last retry comes some eight hours after the first attempt. */
const WINDOW = { past: 9 * 3600, future: 3600 };
const EXPECTED = 'the JSON object of Mailgun\'s webhooks, with "signature" and "event-data"';
const NO_KEY =
  'This is no signing key of Mailgun: copy the "HTTP webhook signing key" of the account, which has no blanks in it.';

/**
 * Mailgun. Its signature is over a time and a token, and not over the event: a token is good for once.
 *
 * All but 200 and 406 is tried again.
 */
export const mailgun: FeedbackProvider = {
  name: 'mailgun',
  signs: true,
  verify: (request, { secrets }, now) =>
    new Promise((resolve) => {
      resolve(verify(request, secrets, now));
    }),
  read: (request) => ({ events: [eventOf(fieldsIn(bodyOf(request), 'event-data'), tokenOf(request))] }),
  secretFault: (secret) => (isOneWord(secret) ? undefined : NO_KEY),
  statusFor: statusesWith({ malformed: 406, disabled: 406 }),
};

function bodyOf({ body }: FeedbackRequest): Fields {
  const value = parseJson(body, EXPECTED);
  if (!isFields(value) || !isFields(value.signature) || !isFields(value['event-data'])) {
    throw new MalformedFeedbackError(`The body is not ${EXPECTED}.`);
  }
  return value;
}

const tokenOf = (request: FeedbackRequest): string | undefined =>
  textIn(fieldsIn(bodyOf(request), 'signature'), 'token');

function verify(request: FeedbackRequest, secrets: readonly string[], now: Date): Verification {
  if (secrets.length === 0)
    return refused('This source has no signing key yet: store the "HTTP webhook signing key" of the account.');
  const signature = fieldsIn(bodyOf(request), 'signature');
  const timestamp = idIn(signature, 'timestamp') ?? '';
  const token = textIn(signature, 'token');
  const given = Buffer.from(textIn(signature, 'signature') ?? '', 'hex');
  if (token === undefined || given.length === 0) return refused('The request is not signed.');
  if (!isWithinWindow(timestamp, now, WINDOW))
    return refused('The signature is older than nine hours, or of the future.');
  const matches = secrets.map((key) =>
    sameBytes(
      createHmac('sha256', key)
        .update(timestamp + token)
        .digest(),
      given,
    ),
  );
  return matches.includes(true)
    ? { ok: true, replayKey: shortId(token) }
    : refused('The signature was not made with the signing key of this source.');
}

const refused = (reason: string): Verification => ({ ok: false, reason });

function eventOf(data: Fields, token: string | undefined): FeedbackEvent {
  const event = textIn(data, 'event') ?? '';
  const severity = textIn(data, 'severity');
  const reason = textIn(data, 'reason');
  const status = fieldsIn(data, 'delivery-status');
  const recipient = textIn(data, 'recipient');
  const id = idIn(data, 'id');
  const common = {
    recipient,
    occurredAt: timeIn(data, 'timestamp'),
    // Its ids are unique within a day; they go with a time.
    key: [id ?? token, event, recipient, (timeIn(data, 'timestamp')?.getTime() ?? 0).toString()],
    smtpCode: numberIn(status, 'code'),
    enhancedCode: textIn(status, 'enhanced-code'),
    diagnostic: textIn(status, 'message'),
    explanation: textIn(status, 'description'),
    providerClass: [event, severity, reason].filter(Boolean).join('/'),
    messageId: textIn(fieldsIn(fieldsIn(data, 'message'), 'headers'), 'message-id'),
  };
  if (fieldsIn(data, 'flags')['is-test-mode'] === true) return feedbackEvent({ ...common, type: 'ignored' });
  switch (event) {
    case 'failed':
      return failed(severity, reason ?? '', common);
    case 'delivered':
      return feedbackEvent({ ...common, type: 'delivered' });
    case 'complained':
      return feedbackEvent({ ...common, type: 'complaint' });
    case 'unsubscribed':
      return feedbackEvent({ ...common, type: 'unsubscribe' });
    default:
      return feedbackEvent({ ...common, type: 'ignored' });
  }
}

/** Codes of Mailgun's own for what it did not try, or gave up: no host said them. */
const OWN_CODES = { suppressed: [605, 606, 607], old: 602, noMailHost: 498 };

function failed(severity: string | undefined, reason: string, common: EventDetails): FeedbackEvent {
  const code = common.smtpCode;
  if (/^suppress-/.test(reason) || OWN_CODES.suppressed.includes(code ?? 0))
    return feedbackEvent({ ...common, type: 'suppressed' });
  if (severity === 'temporary') return feedbackEvent({ ...common, ...SOFT });
  if (reason === 'espblock') return feedbackEvent({ ...common, ...BLOCK });
  if (reason === 'old' || reason === 'greylisted' || code === OWN_CODES.old)
    return feedbackEvent({ ...common, ...SOFT });
  if (code === OWN_CODES.noMailHost && /no mx/i.test(common.diagnostic ?? common.explanation ?? ''))
    return feedbackEvent({ ...common, ...WEAK });
  // Permanent: the code is the host's, or one of Mailgun's own that says nothing.
  return bounceEvent({ ...common, otherwise: /bounce$/.test(reason) ? WEAK : UNKNOWN });
}
