import { Injectable } from '@nestjs/common';
import { buffer } from 'node:stream/consumers';
import type { IncomingMessage } from 'node:http';
import type { Right } from '../auth/right';
import { UnusableFileError } from '../batches/batches.errors';
import { UploadForm } from '../batches/intake/upload-form';
import { requireDataRate } from '../batches/intake/upload-rate';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { readBody } from '../common/read-body';
import type { FeedbackEvent } from '../feedback/events/feedback-event';
import { MalformedFeedbackError } from '../feedback/events/feedback-provider';
import { AUTO_REPLIED, NO_REPORT, readReport } from '../feedback/events/reports/read-report';
import { isAddressed } from '../feedback/record/to-stored-event';
import { ToldEventsService, type ToldEvents } from '../feedback/record/told-events.service';

const MOST_KB = 1024;
const LIMITS = { maxBytes: MOST_KB * 1024, withinMs: 15_000 };
const UNREADABLE = 'The body can not be unpacked.';
const ASKED = 'with the field "file", or the message itself';

const ABOUT_NOBODY = 'The message is no report on another one that can be read: nothing follows from it.';
const AWAY = 'The message is an answer by itself, of somebody away perhaps: nothing follows from it.';
const NO_MEANING = 'What the message reports says nothing of a mailbox.';
const NO_TIME = 'The message does not say when that happened.';
const NO_RECIPIENT = 'The report does not say who the recipient was: no address is marked.';

export interface ReadReport extends ToldEvents {
  /** What the message was read as, in its order; `rejected` has their places. */
  events: readonly FeedbackEvent[];
  /** A sentence on why nothing, or less than it seems, follows from it; null: there is nothing to say. */
  message: string | null;
}

/** Takes a raw message that reports on another one, as a host sent it: a bounce, or a complaint. */
@Injectable()
export class ReportIntake {
  constructor(private readonly told: ToldEventsService) {}

  /**
   * @param request with the message as its body, or as `file` of a form
   * @throws UnusableFileError, FieldsInvalidError, MalformedRequestError, BodyTooLargeError, RequestTimeoutError,
   * DatabaseUnavailableError
   */
  async take(right: Right, request: IncomingMessage): Promise<ReadReport> {
    const raw = isForm(request) ? await fileOf(request) : await readBody(request, LIMITS, UNREADABLE);
    const found = await this.read(raw);
    const rejected: ToldEvents['rejected'] = [];
    const events: FeedbackEvent[] = [];
    for (const [index, event] of found.entries()) {
      if (isAboutNothing(event)) continue;
      const read = isWithoutTime(event) ? { fault: NO_TIME } : this.told.timely({ event });
      if ('fault' in read) rejected.push({ index, message: read.fault });
      else events.push(read.event);
    }
    const counts = await this.told.record(right, events);
    return { ...counts, rejected, events: found, message: remarkOn(found, events) };
  }

  private async read(raw: Buffer): Promise<readonly FeedbackEvent[]> {
    try {
      return await readReport(raw);
    } catch (error) {
      throw error instanceof MalformedFeedbackError ? new UnusableFileError(error.message) : error;
    }
  }
}

const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

async function fileOf(request: IncomingMessage): Promise<Buffer> {
  const form = new UploadForm(request, MOST_KB, ASKED);
  const release = requireDataRate(request, (fault) => {
    form.giveUp(fault);
  });
  try {
    const file = await form.file();
    if (file === null) throw new FieldsInvalidError({ file: ['The file field is required.'] });
    const raw = await buffer(file);
    await form.end();
    return raw;
  } catch (error) {
    throw form.fault ?? error;
  } finally {
    release();
  }
}

const isWithoutTime = ({ type, occurredAt }: FeedbackEvent): boolean =>
  type === 'ignored' && occurredAt.getTime() === 0;

const isNoReport = ({ providerClass }: FeedbackEvent): boolean =>
  providerClass === NO_REPORT || providerClass === AUTO_REPLIED;

const isAboutNothing = (event: FeedbackEvent): boolean =>
  isNoReport(event) || (event.type === 'ignored' && !isWithoutTime(event));

function remarkOn(found: readonly FeedbackEvent[], taken: readonly FeedbackEvent[]): string | null {
  if (!taken.every(isAddressed)) return NO_RECIPIENT;
  const [first] = found;
  if (first === undefined || !found.every(isAboutNothing)) return null;
  if (!isNoReport(first)) return NO_MEANING;
  return first.providerClass === AUTO_REPLIED ? AWAY : ABOUT_NOBODY;
}
