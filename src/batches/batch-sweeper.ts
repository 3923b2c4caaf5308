import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Ledger } from '../credits/ledger';
import { Database } from '../database/database';
import { VerdictCache } from '../validation/verdict-cache';
import { BatchesRepository } from './batches.repository';
import { ChunksRepository } from './chunks.repository';

/** Twice as often as what a sweep ends must have ended. */
const EVERY_MS = 30_000;
const DAY_MS = 86_400_000;
/** An upload says every minute that it goes on. */
const ABANDONED_AFTER_MS = 3_600_000;
/** Cached verdicts that one statement deletes. */
const VERDICTS_AT_A_TIME = 1000;

/** Deletes what has had its time: broken uploads, old results, expired verdicts. Several processes may sweep at once. */
@Injectable()
export class BatchSweeper {
  private readonly logger = new Logger('Batches');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly batches: BatchesRepository,
    private readonly chunks: ChunksRepository,
    private readonly cache: VerdictCache,
    private readonly ledger: Ledger,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running ??= this.sweep()
        .catch((error: unknown) => {
          this.logger.warn(`A sweep failed: ${String(error)}`);
        })
        .finally(() => {
          this.running = null;
        });
    }, EVERY_MS);
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.running;
  }

  async sweep(): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.batches.abandonedSince(now - ABANDONED_AFTER_MS)) await this.batches.discard(id);
    for (const id of await this.batches.idle()) await this.endIdle(id);
    for (const id of await this.batches.cancelledWithOpenChunks()) await this.chunks.retire(id);
    const retentionMs = this.config.BATCH_RETENTION_DAYS * DAY_MS;
    for (const id of await this.batches.endedBefore(now - retentionMs)) await this.batches.purge(id);
    while ((await this.cache.sweep(VERDICTS_AT_A_TIME)) === VERDICTS_AT_A_TIME);
  }

  private async endIdle(id: number): Promise<void> {
    const outcome = await this.database.atomically(
      [this.batches.endIdleStep(id), ...this.ledger.releaseForBatch(id)],
      this.batches.cancelProof(id),
    );
    if (outcome !== 'done') return;
    this.logger.error(
      `Batch ${id} had rows without an answer and nothing to work on. It is cancelled; its credits are back.`,
    );
  }
}
