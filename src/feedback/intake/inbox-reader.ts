import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { Database, type Step } from '../../database/database';
import type { FeedbackProviders } from '../events/create-providers';
import type { FeedbackEvent } from '../events/feedback-event';
import { MalformedFeedbackError, type FeedbackContent } from '../events/feedback-provider';
import { PROVIDERS } from '../providers.token';
import { EVENTS_OF_A_WRITE, EventRecorder, type RecordedCounts } from '../record/event-recorder';
import { FeedbackSource } from '../sources/feedback-source.entity';
import { TestReader } from '../test-events/test-reader';
import { FeedbackIntake } from './feedback-intake.service';
import { InboxRepository, type WaitingEntry } from './inbox.repository';
import { IntakeLoad } from './intake-load';
import { TopicSubscription } from './topic-subscription';

/** The time slice of a job: others wait for their turn. */
const TIME_SLICE_MS = 5000;
/** What fails for a reason of ours is tried again after 2, 4, 8 … seconds, up to this. */
const LONGEST_WAIT_MS = 3_600_000;

/** An entry whose events are in one write, up to the `to`th. */
interface Part {
  entry: WaitingEntry;
  to: number;
  isLast: boolean;
}

/** What is written together. */
interface Slice {
  parts: Part[];
  events: FeedbackEvent[];
}

/**
 * Reads what waits in the inbox of a source: classifies it, and records its events. The write that records events says in the
 * inbox how far it has got, so that nothing is lost or counted twice, however often it is begun.
 */
@Injectable()
export class InboxReader {
  private readonly logger = new Logger('Feedback');

  constructor(
    private readonly database: Database,
    @InjectRepository(FeedbackSource) private readonly sources: Repository<FeedbackSource>,
    @Inject(PROVIDERS) private readonly providers: FeedbackProviders,
    private readonly inbox: InboxRepository,
    private readonly recorder: EventRecorder,
    private readonly intake: FeedbackIntake,
    private readonly load: IntakeLoad,
    private readonly subscription: TopicSubscription,
    private readonly tests: TestReader,
    private readonly clock: Clock,
  ) {}

  /** @param signal aborted when the process stops */
  async read(sourceId: number, signal: AbortSignal): Promise<void> {
    const end = performance.now() + TIME_SLICE_MS;
    while (!signal.aborted && performance.now() < end) {
      const source = await this.sources.findOneBy({ id: sourceId });
      // Its organization was deleted, and all that it had with it: a source that is removed stays until this is read.
      if (source === null) return this.inbox.drop(sourceId);
      const entries = await this.inbox.next(sourceId, this.clock.now());
      if (entries.length === 0) return;
      if (!(await this.readSome(source, entries, signal))) return;
    }
  }

  /** Returns whether there may be more to do now. */
  private async readSome(
    source: FeedbackSource,
    entries: readonly WaitingEntry[],
    signal: AbortSignal,
  ): Promise<boolean> {
    let current: FeedbackSource | null = source;
    const contents: { entry: WaitingEntry; events: readonly FeedbackEvent[] }[] = [];
    let workingSince = performance.now();
    for (const entry of entries) {
      if (entry.testAt !== null) {
        await this.tests.read(source, entry);
        continue;
      }
      const content = await this.contentOf(source, entry);
      if (content === null) continue;
      if (content.confirmation !== undefined && source.removedAt === null) {
        await this.subscription.confirm(source, content.confirmation);
        current = null;
      }
      if (content.publishedBy !== undefined) {
        current ??= await this.sources.findOneBy({ id: source.id });
        if (current !== null) await this.subscription.hasPublished(current, content.publishedBy);
      }
      contents.push({ entry, events: content.events });
      await new Promise(setImmediate);
    }
    for (const slice of slicesOf(contents)) {
      const { receivedAt = 0 } = slice.parts[0]?.entry ?? {};
      await this.load.makeWay(performance.now() - workingSince, receivedAt, signal);
      workingSince = performance.now();
      if (signal.aborted) return false;
      if (!(await this.record(source, slice))) return false;
      await new Promise(setImmediate);
    }
    return true;
  }

  /** With its events made; null: there is nothing to read in it. */
  private async contentOf(source: FeedbackSource, entry: WaitingEntry): Promise<FeedbackContent | null> {
    try {
      const content = this.providers[source.provider].read({ headers: entry.headers, body: entry.body, url: '' });
      return { ...content };
    } catch (error) {
      if (error instanceof MalformedFeedbackError) {
        await this.database.atomically([this.inbox.finishStep(entry)]);
        if (source.removedAt === null) await this.intake.noteFault(source, error.message);
        return null;
      }
      this.logger.error(
        `Entry ${entry.id} of source ${source.id} could not be read: ${error instanceof Error ? error.stack : String(error)}`,
      );
      const wait = Math.min(1000 * 2 ** (entry.attempts + 1), LONGEST_WAIT_MS);
      await this.inbox.putOff(entry, this.clock.now() + wait);
      return null;
    }
  }

  private async record({ id, organizationId }: FeedbackSource, { parts, events }: Slice): Promise<boolean> {
    const steps = (counts: RecordedCounts, now: number): Step[] => [
      { statement: this.counting(id, counts, now), ifNone: 'rollback' },
      ...parts.map(({ entry, to, isLast }) =>
        isLast ? this.inbox.finishStep(entry) : this.inbox.progressStep(entry, to),
      ),
    ];
    const counts = await this.recorder.record({ organizationId, sourceId: id, events }, steps);
    // The next slices go on from here.
    for (const { entry, to } of parts) entry.done = to;
    return counts !== null;
  }

  /** Changes no row where the source is gone. */
  private counting(id: number, { accepted, duplicates, ignored }: RecordedCounts, now: number) {
    return this.sources
      .createQueryBuilder()
      .update()
      .set({
        eventCount: () => 'eventCount + :accepted',
        duplicateCount: () => 'duplicateCount + :duplicates',
        ignoredCount: () => 'ignoredCount + :ignored',
        ...(accepted > 0 ? { lastEventAt: now } : {}),
      })
      .where('id = :id', { id, accepted, duplicates, ignored });
  }
}

/** Cuts what was read into writes of at most `EVENTS_OF_A_WRITE` events; an entry without any is finished by one, too. */
function slicesOf(contents: readonly { entry: WaitingEntry; events: readonly FeedbackEvent[] }[]): Slice[] {
  const slices: Slice[] = [];
  let slice: Slice = { parts: [], events: [] };
  for (const { entry, events } of contents) {
    let from = entry.done;
    do {
      if (slice.events.length >= EVENTS_OF_A_WRITE) {
        slices.push(slice);
        slice = { parts: [], events: [] };
      }
      const to = Math.min(from + EVENTS_OF_A_WRITE - slice.events.length, events.length);
      slice.events.push(...events.slice(from, to));
      slice.parts.push({ entry, to, isLast: to >= events.length });
      from = to;
    } while (from < events.length);
  }
  if (slice.parts.length > 0) slices.push(slice);
  return slices;
}
