import { Injectable, Logger } from '@nestjs/common';
import { JobQueue } from '../../queue/job-queue';
import { EngineHealth } from '../../validation/engine-health';
import { ChunkLeases } from './chunk-leases';
import { DueChunks, type DueChunk } from './due-chunks';
import { InFlightChunks } from './in-flight-chunks';
import { CHUNKS_PER_POLL } from './concurrency-limits';

const POLL_INTERVAL_MS = 250;
/** While DNS gives no answers one chunk is tried in so many milliseconds: a closed network may know only what is asked there. */
const TRY_INTERVAL_MS = 10_000;
/** So many chunks that ended are worth a poll before its time. */
const FINISHED_CHUNKS_PER_POLL = 8;

/**
 * Polls the database for due chunks and enqueues them, no more than can be in flight: a job in the queue can no longer be
 * overtaken. The database alone knows what is due, so a job that the queue or a process loses is enqueued again once its
 * lease has expired. Runs in every worker process; a job may run in another.
 */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger('Batches');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isFailing = false;
  private finished = 0;
  private triedAt = -Infinity;

  constructor(
    private readonly due: DueChunks,
    private readonly leases: ChunkLeases,
    private readonly inFlight: InFlightChunks,
    private readonly queue: JobQueue,
    private readonly health: EngineHealth,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.wake();
    }, POLL_INTERVAL_MS);
    this.wake();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.running;
  }

  /** Polls at once: there may be due chunks now. */
  wake(): void {
    if (this.timer === null) return;
    this.isWanted = true;
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
  }

  /** A chunk is no longer in flight in this process. */
  chunkFinished(): void {
    this.finished += 1;
    if (this.finished >= FINISHED_CHUNKS_PER_POLL) this.wake();
  }

  /** One poll at a time; wake-ups meanwhile are coalesced into one more. */
  private async run(): Promise<void> {
    while (this.isWanted && this.timer !== null) {
      this.isWanted = false;
      this.finished = 0;
      try {
        await this.fill();
        if (this.isFailing) this.logger.log('Chunks are handed out again.');
        this.isFailing = false;
      } catch (error) {
        if (!this.isFailing) this.logger.error(`Chunks can't be handed out: ${String(error)}. Trying again.`);
        this.isFailing = true;
        this.isWanted = false;
      }
    }
  }

  private async fill(): Promise<void> {
    const { most, which } = this.pollLimit();
    const shares = this.inFlight.plan(await this.queue.waiting('batch-chunk'));
    if (shares.free <= 0) return;
    const due = await this.due.next(most, shares, which);
    const isOurs = await Promise.all(due.map((chunk) => this.leases.claim(chunk)));
    const claimed = due.filter((_, index) => isOurs[index]);
    await Promise.all([this.due.served(claimed), ...claimed.map((chunk) => this.enqueue(chunk))]);
    // There may be more, and room for them, once those just enqueued are in flight.
    if (due.length < CHUNKS_PER_POLL) return;
    this.isWanted = true;
    await new Promise(setImmediate);
  }

  /** Most chunks to enqueue in this poll, and whose. Tests go on without DNS. */
  private pollLimit(): { most: number; which: 'all' | 'tests' } {
    if (!this.health.isDnsDown) return { most: CHUNKS_PER_POLL, which: 'all' };
    if (performance.now() - this.triedAt < TRY_INTERVAL_MS) return { most: CHUNKS_PER_POLL, which: 'tests' };
    this.triedAt = performance.now();
    return { most: 1, which: 'all' };
  }

  private enqueue({ id, ...chunk }: DueChunk): Promise<void> {
    return this.queue.add('batch-chunk', { chunkId: id, ...chunk });
  }
}
