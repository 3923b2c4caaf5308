import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import type { Right } from '../../auth/right';
import type { FeedbackEvent } from '../events/feedback-event';
import { readGenericEvent, type ReadEvent } from '../events/providers/generic/generic-event';
import { addressBusy } from '../known/address-busy';
import { feedbackSideOf } from '../test-side';
import { EVENTS_OF_A_WRITE, EventRecorder } from './event-recorder';
import { isAddressed } from './to-stored-event';

export interface ToldCounts {
  accepted: number;
  duplicates: number;
}

export interface ToldEvents extends ToldCounts {
  /** Each by its place in the list, with a sentence of what is wrong with it. */
  rejected: { index: number; message: string }[];
}

/** Events that a program of an organization tells by itself. */
const BY_A_PROGRAM = 0;

/** Takes the events that programs and people tell: each by itself, so that a faulty one keeps no other out. */
@Injectable()
export class ToldEventsService {
  constructor(private readonly recorder: EventRecorder) {}

  /** @param items as they came; @throws DatabaseUnavailableError: those taken until then are duplicates the next time */
  async tell(right: Right, items: readonly unknown[]): Promise<ToldEvents> {
    const rejected: ToldEvents['rejected'] = [];
    const events: FeedbackEvent[] = [];
    for (const [index, item] of items.entries()) {
      const read = this.timely(this.addressed(readGenericEvent(item)));
      if ('fault' in read) rejected.push({ index, message: read.fault });
      else events.push(read.event);
    }
    return { ...(await this.record(right, events)), rejected };
  }

  /** An event about what is no address marks nobody: a fault of whoever tells it. @param name what he calls the recipient */
  addressed(read: ReadEvent, name = 'email'): ReadEvent {
    return 'fault' in read || isAddressed(read.event) ? read : { fault: `"${name}" must be an email address.` };
  }

  /** An event of so long ago that it counts for nothing is a fault of whoever tells it. @param name what he calls its time */
  timely(read: ReadEvent, name = 'occurred_at'): ReadEvent {
    if ('fault' in read || !this.recorder.isTooOld(read.event)) return read;
    return { fault: `"${name}" must be of the last two years.` };
  }

  /** @throws DatabaseUnavailableError: those taken until then are duplicates the next time */
  async record(right: Right, events: readonly FeedbackEvent[]): Promise<ToldCounts> {
    const organizationId = feedbackSideOf(right);
    const told = { accepted: 0, duplicates: 0 };
    for (let start = 0; start < events.length; start += EVENTS_OF_A_WRITE) {
      // SQLite's writes take turns with all else.
      if (start > 0) await setImmediate();
      const some = events.slice(start, start + EVENTS_OF_A_WRITE);
      const counts = await this.recorder.record({ organizationId, sourceId: BY_A_PROGRAM, events: some });
      if (counts === null) throw addressBusy();
      // What somebody cleared since is taken, and says nothing.
      told.accepted += counts.accepted + counts.ignored;
      told.duplicates += counts.duplicates;
    }
    return told;
  }
}
