import { bounceEvent } from '../bounce/bounce-event';
import { withoutComments } from '../comments';
import { addressOf, feedbackEvent, ifAny, type EventDetails } from '../event-builder';
import { parseMailDate } from '../event-time';
import type { FeedbackEvent } from '../feedback-event';
import { MalformedFeedbackError } from '../feedback-provider';
import type { ParsedReport } from './parsed-report';
import { fieldGroups, valueOf, type ReportFields } from './report-fields';

const MOST_RECIPIENTS = 100;

/**
 * The events of a delivery status notification (RFC 3464; RFC 6533): one for each of its recipients.
 *
 * @throws {MalformedFeedbackError} when it is about more than 100 recipients, or about none
 */
export function deliveryStatusEvents(text: string, report: ParsedReport): FeedbackEvent[] {
  const [first = [], ...others] = fieldGroups(text);
  // Some leave out the fields of the message.
  const recipients = (isOfRecipient(first) ? [first, ...others] : others).filter(isOfRecipient);
  if (recipients.length === 0) throw new MalformedFeedbackError('The delivery status names no recipient.');
  if (recipients.length > MOST_RECIPIENTS) {
    throw new MalformedFeedbackError(`The delivery status names more than ${MOST_RECIPIENTS} recipients.`);
  }
  const forwarder = recipients.length === 1 ? mailedTo(report.original) : undefined;
  return recipients.map((fields) => eventOf(fields, first, { ...report, forwarder }));
}

const isOfRecipient = (fields: ReportFields): boolean => valueOf(fields, 'final-recipient') !== undefined;

function eventOf(
  fields: ReportFields,
  message: ReportFields,
  { forwarder, ...report }: ParsedReport & { forwarder: string | undefined },
): FeedbackEvent {
  const [original, final] = ['original-recipient', 'final-recipient'].map((name) => recipientIn(valueOf(fields, name)));
  const recipient = original ?? final;
  const [action = '', said = ''] = ['action', 'status'].map((name) =>
    withoutComments(valueOf(fields, name) ?? '').toLowerCase(),
  );
  const status = /[245]\.\d{1,3}\.\d{1,3}/.exec(said)?.[0];
  const dates = [valueOf(fields, 'last-attempt-date'), report.date, valueOf(message, 'arrival-date')];
  const messageId = valueOf(report.original, 'message-id');
  const diagnostic = valueOf(fields, 'diagnostic-code');
  const facts = {
    recipient,
    occurredAt: dates.map(parseMailDate).find(Boolean),
    key: [
      'dsn',
      report.id ?? dates.join(),
      recipient?.toLowerCase(),
      action,
      status,
      ...(report.id === undefined ? ifAny(messageId, diagnostic) : []),
    ],
    enhancedCode: status,
    providerClass: `DSN/${action}`,
    messageId,
  };
  switch (action) {
    case 'failed':
      if (original !== undefined || final === undefined || !isAnother(forwarder, final)) {
        return failed(fields, facts, isAnother(original ?? mailedTo(report.original), final));
      }
      // Nobody mailed the final recipient: the mail was forwarded to it.
      return failed(fields, { ...facts, recipient: forwarder }, true);
    case 'delayed':
      return feedbackEvent({ ...facts, type: 'soft_bounce', diagnostic });
    case 'delivered':
    case 'relayed':
    case 'expanded':
      return feedbackEvent({ ...facts, type: 'delivered' });
    default:
      return feedbackEvent({ ...facts, type: 'ignored' });
  }
}

/** The diagnostic, or what some hosts write beside it where it says nothing. What is gone may be where the mail was forwarded to. */
function failed(fields: ReportFields, facts: EventDetails, isFromAfar: boolean): FeedbackEvent {
  const texts = ['diagnostic-code', 'x-supplementary-info']
    .map((name) => valueOf(fields, name))
    .filter((text) => text !== undefined);
  const events = [...texts, undefined].map((diagnostic) => bounceEvent({ ...facts, diagnostic }));
  const [first] = events;
  // The last one has no words: its status alone counts only where there are none.
  const said = events.slice(0, texts.length).find(({ type }) => type !== 'unknown') ?? first ?? bounceEvent(facts);
  return said.type === 'hard_bounce' && isFromAfar ? { ...said, strength: 'weak' } : said;
}

const isAnother = (mailed: string | undefined, final: string | undefined): boolean =>
  mailed !== undefined && final !== undefined && mailed.toLowerCase() !== final.toLowerCase();

/** The one address that the original is to; undefined where there are several, and where it is the author's: others got a blind copy. */
export function mailedTo(original: ReportFields): string | undefined {
  const to = valueOf(original, 'to');
  const mailed = to?.includes(',') === false ? addressOf(to) : undefined;
  const author = addressOf(valueOf(original, 'from') ?? '');
  return mailed === undefined || isAnother(author, mailed) || author === undefined ? mailed : undefined;
}

/** `rfc822; joe@example.com`; of the type utf-8 what is beyond ASCII may be written as `\x{E4}` (RFC 6533 3). */
function recipientIn(value: string | undefined): string | undefined {
  const [, type = '', address] = /^\s*([\w-]{1,20})\s*;\s*(.*)$/s.exec(withoutComments(value ?? '')) ?? [];
  if (address === undefined || !/^(?:rfc822|utf-8)$/i.test(type)) return undefined;
  return addressOf(
    address.replace(/\\x\{([0-9a-f]{1,6})\}/gi, (all, hex: string) => {
      const point = Number.parseInt(hex, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : all;
    }),
  );
}
