import { feedbackEvent } from '../event-builder';
import { parseMailDate } from '../event-time';
import type { FeedbackEvent } from '../feedback-event';
import { deliveryStatusEvents } from './delivery-status';
import { feedbackReportEvent, microsoftComplaint } from './feedback-report';
import { parseReport, type ParsedReport } from './parsed-report';

/** Classes of what is no report on another message. */
export const AUTO_REPLIED = 'auto-replied';
export const NO_REPORT = 'no report';

/**
 * Reads a raw message (RFC 5322) that reports on another one: a delivery status notification (RFC 3464, 6533) or a complaint in the Abuse
 * Reporting Format (RFC 5965). Of a bounce in words alone nothing is known; an answer of somebody away is ignored. Nobody vouches for
 * such a message: who sends it in is asked, and not its From.
 *
 * @throws {MalformedFeedbackError} when it is larger than 1 MB, nested more than five levels deep, or about more than 100 recipients
 */
export async function readReport(raw: Buffer): Promise<readonly FeedbackEvent[]> {
  const report = await parseReport(raw);
  if (report.feedbackReport !== undefined) return [feedbackReportEvent(report.feedbackReport, report)];
  if (report.deliveryStatus !== undefined) return deliveryStatusEvents(report.deliveryStatus, report);
  return [microsoftComplaint(report) ?? unread(report)];
}

function unread({ id, date, autoSubmitted }: ParsedReport): FeedbackEvent {
  const isReply = autoSubmitted?.toLowerCase().startsWith('auto-replied') === true;
  return feedbackEvent({
    type: isReply ? 'ignored' : 'unknown',
    // Nothing follows from it, whenever that was.
    occurredAt: parseMailDate(date) ?? new Date(0),
    key: ['message', id ?? date],
    providerClass: isReply ? AUTO_REPLIED : NO_REPORT,
  });
}
