import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Ledger } from '../credits/ledger';
import { Database } from '../database/database';
import { VerdictCache } from '../validation/verdict-cache';
import { BatchesRepository } from './batches.repository';
import { ChunksRepository } from './chunks.repository';
import { Turns } from './turns';

/** Twice as often as what a sweep ends must have ended. */
const EVERY_MS = 30_000;
const DAY_MS = 86_400_000;
/** An upload says every minute that it goes on. */
const ABANDONED_AFTER_MS = 3_600_000;
/** What is not done then is left to the next sweep, so that a backlog never keeps from what is urgent. */
const SWEEP_FOR_MS = 25_000;
/** A sweep belongs to one process of a service for this long at most. */
const LEASE_MS = 45_000;

/**
 * Ends what can't end by itself, and deletes what has had its time: broken uploads, old results, expired verdicts. In
 * small bites with pauses for others, however much is due; of several processes one at a time, and it harms nobody if
 * two do it at once.
 */
@Injectable()
export class BatchSweeper {
  private readonly logger = new Logger('Batches');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly batches: BatchesRepository,
    private readonly chunks: ChunksRepository,
    private readonly cache: VerdictCache,
    private readonly ledger: Ledger,
    private readonly database: Database,
    private readonly turns: Turns,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running ??= this.run()
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
    this.stopping.abort();
    await this.running;
  }

  /** Everything once, as long as it takes. */
  async sweep(): Promise<void> {
    await this.endIdleBatches();
    await this.deleteDue(this.stopping.signal);
  }

  private async run(): Promise<void> {
    await this.endIdleBatches();
    const until = await this.takeLease();
    if (until === null) return;
    await this.deleteDue(AbortSignal.any([this.stopping.signal, AbortSignal.timeout(SWEEP_FOR_MS)]));
    await this.database.execute("UPDATE service_instants SET at = 0 WHERE name = 'sweep' AND at = ?", [until]);
  }

  /** Until when the sweep is ours; null when another process has it. */
  private async takeLease(): Promise<number | null> {
    const now = this.clock.now();
    const { affected } = await this.database.execute(
      "UPDATE service_instants SET at = ? WHERE name = 'sweep' AND at <= ?",
      [now + LEASE_MS, now],
    );
    return affected === 1 ? now + LEASE_MS : null;
  }

  private async endIdleBatches(): Promise<void> {
    for (const id of await this.batches.idle()) await this.endIdle(id);
  }

  private async deleteDue(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const retentionMs = this.config.BATCH_RETENTION_DAYS * DAY_MS;
    await this.retireCancelled(signal);
    for (const id of await this.batches.abandonedSince(now - ABANDONED_AFTER_MS)) await this.discard(id, signal);
    for (const id of await this.batches.endedBefore(now - retentionMs)) await this.purge(id, signal);
    await this.cache.sweep(signal);
  }

  /** Chunks of cancelled batches that are still on the list of what is to be done: their process has died. */
  private async retireCancelled(signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted;) {
      const page = await this.batches.cancelled(after);
      for (const id of await this.chunks.withOpenChunks(page)) await this.chunks.retire(id, signal);
      const last = page.at(-1);
      if (last === undefined) return;
      after = last;
      await this.turns.next();
    }
  }

  private async discard(id: number, signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await this.batches.discard(id, signal);
    await this.turns.next();
  }

  private async purge(id: number, signal: AbortSignal): Promise<void> {
    if (!signal.aborted) await this.batches.purge(id, signal);
    await this.turns.next();
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
