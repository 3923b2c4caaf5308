import { Injectable, Logger } from '@nestjs/common';
import { JobQueue } from '../queue/job-queue';
import { ChunkLeases } from './chunk-leases';
import { CHUNKS_IN_QUEUE } from './limits';

const EVERY_MS = 250;

/**
 * Puts due chunks into the queue, as few as keep the hands of this process busy: what waits in the queue can no longer
 * let others go first. The database alone knows what is due, so that whatever the queue or a process loses is put in
 * again when its lease has run out. Runs in every process that works; all of them may put in for one another.
 */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger('Batches');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isWanted = false;
  private isFailing = false;

  constructor(
    private readonly leases: ChunkLeases,
    private readonly queue: JobQueue,
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

  /** One at a time; what is asked for meanwhile is done afterwards, once. */
  private async run(): Promise<void> {
    while (this.isWanted && this.timer !== null) {
      this.isWanted = false;
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
    const waiting = await this.queue.waiting('batch-chunk');
    if (waiting > CHUNKS_IN_QUEUE / 2) return;
    const due = await this.leases.due(CHUNKS_IN_QUEUE - waiting);
    // There may be more, and hands free for them.
    if (due.length === CHUNKS_IN_QUEUE - waiting) this.isWanted = true;
    await Promise.all(
      due.map(async (chunk) => {
        if (await this.leases.claim(chunk))
          await this.queue.add('batch-chunk', { chunkId: chunk.id, version: chunk.version });
      }),
    );
  }
}
