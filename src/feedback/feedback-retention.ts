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
/** Requests that could not be read until then never will. */
const INBOX_DAYS = 7;
/** Providers' own windows against replays are hours. */
const SEEN_DAYS = 1;
/** What follows from events stays longer (`FEEDBACK_HARD_DAYS`). */
export const EVENT_DAYS = 30;

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
    ];
    return done.every((isDone) => isDone);
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
