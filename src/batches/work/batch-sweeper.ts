import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { Database } from '../../database/database';
import { TEST_RETENTION_DAYS } from '../batch';
import { BatchEvents } from '../batch-events';
import { BatchCredits } from '../batch-credits';
import { BatchesRepository } from '../batches.repository';
import { ChunksRepository } from '../chunks.repository';
import { BatchMaintenanceRepository } from './batch-maintenance.repository';
import { CooperativeScheduler } from './cooperative-scheduler';

const DAY_MS = 86_400_000;
/** An upload says every minute that it goes on. */
const ABANDONED_AFTER_MS = 3_600_000;

/**
 * Maintenance of batches: ends those that can't end by themselves, and deletes abandoned uploads and results past retention,
 * in short statements with pauses for others. `MaintenanceService` says when.
 */
@Injectable()
export class BatchSweeper {
  private readonly logger = new Logger('Batches');

  constructor(
    private readonly batches: BatchesRepository,
    private readonly due: BatchMaintenanceRepository,
    private readonly chunks: ChunksRepository,
    private readonly credits: BatchCredits,
    private readonly events: BatchEvents,
    private readonly database: Database,
    private readonly scheduler: CooperativeScheduler,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Ends batches that have rows without an answer and nothing to work on. */
  async endIdle(): Promise<void> {
    for (const id of await this.due.idle()) await this.endIfIdle(id);
  }

  /** Deletes what is due, until the signal ends it. */
  async sweep(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const retentionMs = this.config.BATCH_RETENTION_DAYS * DAY_MS;
    const testRetentionMs = TEST_RETENTION_DAYS * DAY_MS;
    await this.retireCancelled(signal);
    await this.discardAbandoned(now - ABANDONED_AFTER_MS, signal);
    for (const id of await this.due.endedBefore(now - retentionMs)) await this.purge(id, signal);
    for (const id of await this.due.testsEndedBefore(now - testRetentionMs)) await this.purge(id, signal);
  }

  /** Chunks of cancelled batches that are still on the list of what is to be done: their process has died. */
  private async retireCancelled(signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted;) {
      const page = await this.due.cancelled(after);
      for (const id of await this.chunks.withOpenChunks(page)) await this.chunks.retire(id, signal);
      const last = page.at(-1);
      if (last === undefined) return;
      after = last;
      await this.scheduler.yield();
    }
  }

  /** All of them: refused uploads may come faster than a page at a time. */
  private async discardAbandoned(since: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const page = await this.due.abandonedSince(since);
      if (page.length === 0) return;
      for (const id of page) await this.discard(id, signal);
    }
  }

  private async discard(id: number, signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await this.batches.discard(id, signal);
    await this.scheduler.yield();
  }

  private async purge(id: number, signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await this.batches.purge(id, signal);
    await this.scheduler.yield();
  }

  private async endIfIdle(id: number): Promise<void> {
    const outcome = await this.database.atomically(
      [this.batches.endIdleStep(id), ...this.credits.release(id), ...this.events.steps(id, 'failed')],
      this.batches.cancelProof(id),
    );
    if (outcome === 'rolled_back') return;
    this.logger.error(
      `Batch ${id} had rows without an answer and nothing to work on. It is cancelled; its credits are back.`,
    );
  }
}
