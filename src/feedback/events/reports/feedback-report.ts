import { withoutComments } from '../comments';
import { addressOf, feedbackEvent } from '../event-builder';
import { parseMailDate } from '../event-time';
import type { FeedbackEvent, FeedbackEventType } from '../feedback-event';
import { MalformedFeedbackError } from '../feedback-provider';
import { mailedTo } from './delivery-status';
import type { ParsedReport } from './parsed-report';
import { fieldGroups, valueOf, valuesOf, type ReportFields } from './report-fields';

/** RFC 5965 7.3 and the registry; the others are none of a recipient's. */
const TYPES: Readonly<Record<string, FeedbackEventType | undefined>> = {
  abuse: 'complaint',
  fraud: 'complaint',
  'opt-out': 'unsubscribe',
};
/** Microsoft's Junk Mail Reporting Program names the recipient in the header of the message that it encloses. */
const MICROSOFT_RECIPIENT = 'x-hmxmroriginalrecipient';
/** RFC 6590, and what is written in its stead: a local part that stands for another one. */
const REDACTED =
  /^(?:x+|\*+|-+|redacted|removed|hidden|unknown|anonym\w{0,10}|[0-9a-f]{32,64}|[A-Za-z0-9+/_-]{26,27}=|[A-Za-z0-9+/_-]{42,43}=)$/i;

/**
 * The event of a complaint in the Abuse Reporting Format (RFC 5965). Who complained is mostly taken out, and then told in no event.
 *
 * @throws {MalformedFeedbackError} when it does not say what kind of report it is
 */
export function feedbackReportEvent(text: string, report: ParsedReport): FeedbackEvent {
  const fields = fieldGroups(text).flat();
  const kind = withoutComments(valueOf(fields, 'feedback-type') ?? '').toLowerCase();
  if (kind === '') throw new MalformedFeedbackError('The feedback report has no Feedback-Type.');
  const type = (Object.hasOwn(TYPES, kind) ? TYPES[kind] : undefined) ?? 'ignored';
  const arrival = valueOf(fields, 'arrival-date') ?? valueOf(fields, 'received-date');
  return complaint(type, `ARF/${kind}`, recipientOf(fields, report.original), report, arrival);
}

/** Microsoft's complaints are no reports by their form: a message with the original in it. Undefined for all others. */
export function microsoftComplaint(report: ParsedReport): FeedbackEvent | undefined {
  const named = valueOf(report.original, MICROSOFT_RECIPIENT);
  return named === undefined ? undefined : complaint('complaint', 'JMRP', unredacted(named), report);
}

function complaint(
  type: FeedbackEventType,
  providerClass: string,
  recipient: string | undefined,
  report: ParsedReport,
  arrival?: string,
): FeedbackEvent {
  const messageId = valueOf(report.original, 'message-id');
  return feedbackEvent({
    type,
    recipient,
    occurredAt: parseMailDate(report.date) ?? parseMailDate(arrival),
    key: ['arf', report.id ?? report.date, type, recipient?.toLowerCase(), messageId],
    providerClass,
    messageId,
  });
}

function recipientOf(fields: ReportFields, original: ReportFields): string | undefined {
  const named = valuesOf(fields, 'original-rcpt-to');
  if (named.length > 0) return named.length === 1 ? unredacted(named[0]) : undefined;
  return unredacted(valueOf(original, MICROSOFT_RECIPIENT)) ?? unredacted(mailedTo(original));
}

function unredacted(text: string | undefined): string | undefined {
  const address = addressOf(text?.replace(/^rfc822;\s*/i, ''));
  return address === undefined || REDACTED.test(address.slice(0, address.lastIndexOf('@'))) ? undefined : address;
}
