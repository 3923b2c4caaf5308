import PostalMime, { type Email } from 'postal-mime';
import { MalformedFeedbackError } from '../feedback-provider';
import { headerFields, type ReportFields } from './report-fields';

/** A message that reports on another one. */
export interface ParsedReport {
  /** Its own Message-ID. */
  readonly id: string | undefined;
  readonly date: string | undefined;
  readonly autoSubmitted: string | undefined;
  /** The text of its machine-readable part, decoded. */
  readonly deliveryStatus: string | undefined;
  readonly feedbackReport: string | undefined;
  /** The header of the message that is reported on; none where it is not enclosed. Its content is not kept. */
  readonly original: ReportFields;
}

const MOST_BYTES = 1_048_576;
/** Lines are what parsing costs, 10 µs each; the report stands in front of the message that it encloses. */
const MOST_LINES = 20_000;
const DEEPEST = 5;
const MOST_HEADER_BYTES = 262_144;

/** RFC 3464, and RFC 6533 for addresses beyond ASCII. */
const DELIVERY_STATUS = /^message\/(?:global-)?delivery-status$/i;
/** RFC 5965. */
const FEEDBACK_REPORT = /^message\/feedback-report$/i;
/** One of these is in the header of every message, and in no other text. */
const USUAL = /^(?:from|to|date|subject|message-id|received|return-path|mime-version|content-type)$/;
const ORIGINAL = /^(?:message\/(?:rfc822|global|global-headers)|text\/rfc822-headers)$/i;

/** @throws {MalformedFeedbackError} when it is too large or nested too deeply, or no message at all */
export async function parseReport(raw: Buffer): Promise<ParsedReport> {
  if (raw.length > MOST_BYTES) throw new MalformedFeedbackError('The message is larger than 1 MB.');
  const email = await parse(firstLines(raw));
  if (!email.headers.some(({ key }) => USUAL.test(key)))
    throw new MalformedFeedbackError('This is no message: it has no header.');
  const textOf = (type: RegExp): string | undefined => {
    const content = email.attachments.find(({ mimeType }) => type.test(mimeType))?.content;
    return typeof content === 'string' || content === undefined
      ? content
      : Buffer.from(new Uint8Array(content)).toString('utf8');
  };
  const header = (name: string): string | undefined => email.headers.find(({ key }) => key === name)?.value;
  return {
    id: header('message-id'),
    date: header('date'),
    autoSubmitted: header('auto-submitted'),
    deliveryStatus: textOf(DELIVERY_STATUS),
    feedbackReport: textOf(FEEDBACK_REPORT),
    original: headerFields(textOf(ORIGINAL) ?? ''),
  };
}

function firstLines(raw: Buffer): Buffer {
  let end = -1;
  for (let line = 0; line < MOST_LINES; line += 1) {
    end = raw.indexOf('\n', end + 1);
    if (end === -1) return raw;
  }
  return raw.subarray(0, end + 1);
}

async function parse(raw: Buffer): Promise<Email> {
  try {
    // What is enclosed is reported on, and no part of the report.
    return await PostalMime.parse(raw, {
      forceRfc822Attachments: true,
      maxNestingDepth: DEEPEST,
      maxHeadersSize: MOST_HEADER_BYTES,
    });
  } catch {
    throw new MalformedFeedbackError('The message is nested too deeply, or its header is too large.');
  }
}
