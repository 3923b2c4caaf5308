import { Injectable } from '@nestjs/common';
import type { Right } from '../../auth/right';
import { DatabaseUnavailableError } from '../../database/database.errors';
import type { FeedbackEvent } from '../events/feedback-event';
import { readGenericEvent } from '../events/providers/generic/generic-event';
import { EVENTS_OF_A_WRITE, EventRecorder } from './event-recorder';

export interface ToldEvents {
  accepted: number;
  duplicates: number;
  /** Each by its place in the list, with a sentence of what is wrong with it. */
  rejected: { index: number; message: string }[];
}

/** Events that a program of an organization tells by itself. */
const BY_A_PROGRAM = 0;
const TOO_OLD = '"occurred_at" must be of the last two years.';

/** Takes the events that programs tell: each by itself, so that a faulty one keeps no other out. */
@Injectable()
export class ToldEventsService {
  constructor(private readonly recorder: EventRecorder) {}

  /** @param items as they came; @throws DatabaseUnavailableError: those taken until then are duplicates the next time */
  async tell({ organizationId }: Right, items: readonly unknown[]): Promise<ToldEvents> {
    const told: ToldEvents = { accepted: 0, duplicates: 0, rejected: [] };
    const events: FeedbackEvent[] = [];
    for (const [index, item] of items.entries()) {
      const read = readGenericEvent(item);
      const fault = 'fault' in read ? read.fault : this.recorder.isTooOld(read.event) ? TOO_OLD : null;
      if (fault !== null) told.rejected.push({ index, message: fault });
      else if ('event' in read) events.push(read.event);
    }
    for (let start = 0; start < events.length; start += EVENTS_OF_A_WRITE) {
      const some = events.slice(start, start + EVENTS_OF_A_WRITE);
      const counts = await this.recorder.record({ organizationId, sourceId: BY_A_PROGRAM, events: some });
      if (counts === null) throw new DatabaseUnavailableError();
      // What somebody cleared since is taken, and says nothing.
      told.accepted += counts.accepted + counts.ignored;
      told.duplicates += counts.duplicates;
    }
    return told;
  }
}
