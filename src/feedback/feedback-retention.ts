import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, LessThanOrEqual, type Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { AnsweredVerdicts } from './accuracy/answered-verdicts';
import { Database } from '../database/database';
import { deleteInSlices } from '../database/delete-in-slices';
import { InboxRepository } from './intake/inbox.repository';
import { KnownAddress } from './known/known-address.entity';
import { StoredEvent } from './record/stored-event.entity';
import { testSideOf } from './test-side';
import { FeedbackSource } from './sources/feedback-source.entity';

const DAY_MS = 86_400_000;
/** Requests that had begun when their source was removed are kept by then, in processes that hear late of it too. */
const SOURCE_LEFT_MS = 3_600_000;
const SOURCES_AT_A_TIME = 100;
/** Requests that could not be read until then never will. */
const INBOX_DAYS = 7;
/** Providers' own windows against replays are hours. */
const SEEN_DAYS = 1;
/** What follows from events stays longer (`FEEDBACK_HARD_DAYS`). */
const EVENT_DAYS = 30;

/** Deletes what is past its time, and what an organization leaves behind. */
@Injectable()
export class FeedbackRetention {
  constructor(
    private readonly database: Database,
    @InjectRepository(FeedbackSource) private readonly sources: Repository<FeedbackSource>,
    @InjectRepository(StoredEvent) private readonly events: Repository<StoredEvent>,
    @InjectRepository(KnownAddress) private readonly addresses: Repository<KnownAddress>,
    private readonly inbox: InboxRepository,
    private readonly verdicts: AnsweredVerdicts,
    private readonly clock: Clock,
  ) {}

  /** Some rows at a time; returns whether none is left. */
  async sweep(signal?: AbortSignal): Promise<boolean> {
    const now = this.clock.now();
    const isExpired = { expiresAt: LessThanOrEqual(now) };
    const isPast = { receivedAt: LessThan(now - EVENT_DAYS * DAY_MS) };
    const done = [
      await this.inbox.sweep(now - INBOX_DAYS * DAY_MS, now - SEEN_DAYS * DAY_MS, signal),
      await deleteInSlices(this.database, this.addresses, isExpired, 'expiresAt', signal),
      await deleteInSlices(this.database, this.events, isPast, 'receivedAt', signal),
      await this.verdicts.sweep(signal),
      await this.sweepSources(now),
    ];
    return done.every((isDone) => isDone);
  }

  /** Sources that were removed, once their inboxes are read: those go within a week, so that no source holds up the others. */
  private async sweepSources(now: number): Promise<boolean> {
    const removed = await this.sources.find({
      select: { id: true },
      where: { removedAt: LessThan(now - SOURCE_LEFT_MS) },
      order: { removedAt: 'ASC' },
      take: SOURCES_AT_A_TIME,
    });
    for (const { id } of removed) if (!(await this.inbox.holds(id))) await this.sources.delete({ id });
    return removed.length < SOURCES_AT_A_TIME;
  }

  /** Deletes all of an organization, some rows at a time. */
  async forget(organizationId: number): Promise<void> {
    await deleteInSlices(this.database, this.sources, { organizationId }, 'id');
    await this.inbox.forget({ organizationId });
    for (const side of [organizationId, testSideOf(organizationId)]) {
      await deleteInSlices(this.database, this.events, { organizationId: side }, 'id');
      await deleteInSlices(this.database, this.addresses, { organizationId: side }, 'addressKey');
    }
    await this.verdicts.forget(organizationId);
  }
}
