import { Injectable, Logger } from '@nestjs/common';
import { JobQueue } from '../queue/job-queue';
import { EngineHealth } from '../validation/engine-health';
import { ChunkLeases } from './chunk-leases';
import { DueChunks, type DueChunk } from './due-chunks';
import { Hands } from './hands';
import { CHUNKS_AT_A_LOOK } from './limits';

const EVERY_MS = 250;
/** While DNS gives no answers one chunk is tried in so many milliseconds: a closed network may know only what is asked there. */
const TRY_EVERY_MS = 10_000;
/** So many hands that have become free are worth a look at what is due, before the time for it has come. */
const FREED_HANDS = 8;

/**
 * Puts due chunks into the queue, no more than there are hands free: what waits in the queue can no longer let others go
 * first. The database alone knows what is due, so that whatever the queue or a process loses is put in again when its
 * lease has run out. Runs in every process that works; what one puts in, another may take.
 */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger('Batches');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isFailing = false;
  private freed = 0;
  private triedAt = -Infinity;

  constructor(
    private readonly due: DueChunks,
    private readonly leases: ChunkLeases,
    private readonly hands: Hands,
    private readonly queue: JobQueue,
    private readonly health: EngineHealth,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.wake();
    }, EVERY_MS);
    this.wake();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.running;
  }

  /** Looks at once for due chunks: there may be some now. */
  wake(): void {
    if (this.timer === null) return;
    this.isWanted = true;
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
  }

  /** Says that a chunk has left this process's hands. */
  handFreed(): void {
    this.freed += 1;
    if (this.freed >= FREED_HANDS) this.wake();
  }

  /** One at a time; what is asked for meanwhile is done afterwards, once. */
  private async run(): Promise<void> {
    while (this.isWanted && this.timer !== null) {
      this.isWanted = false;
      this.freed = 0;
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
    const most = this.mostNow();
    if (most === 0) return;
    const shares = this.hands.plan(await this.queue.waiting('batch-chunk'));
    if (shares.free <= 0) return;
    const due = await this.due.next(most, shares);
    const isOurs = await Promise.all(due.map((chunk) => this.leases.claim(chunk)));
    const claimed = due.filter((_, index) => isOurs[index]);
    await Promise.all([this.due.served(claimed), ...claimed.map((chunk) => this.put(chunk))]);
    // There may be more, and hands free for them, once those that were put in are in hand.
    if (due.length < CHUNKS_AT_A_LOOK) return;
    this.isWanted = true;
    await new Promise(setImmediate);
  }

  /** Chunks that may be taken into work at once. */
  private mostNow(): number {
    if (!this.health.isDnsDown) return CHUNKS_AT_A_LOOK;
    if (performance.now() - this.triedAt < TRY_EVERY_MS) return 0;
    this.triedAt = performance.now();
    return 1;
  }

  private put({ id, ...chunk }: DueChunk): Promise<void> {
    return this.queue.add('batch-chunk', { chunkId: id, ...chunk });
  }
}
