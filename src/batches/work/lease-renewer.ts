import { Injectable, Logger } from '@nestjs/common';
import { ChunkLeases } from './chunk-leases';

/** A third of a lease: two renewals may fail before it ends. */
const RENEWAL_INTERVAL_MS = 5000;

/** The heartbeat of the chunks that this process works on: renews their leases until the work on them ends. */
@Injectable()
export class LeaseRenewer {
  private readonly logger = new Logger('Batches');
  private readonly held = new Set<number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly leases: ChunkLeases) {}

  /** Renews the chunk's lease while the work goes on. */
  async during<Result>(chunkId: number, work: () => Promise<Result>): Promise<Result> {
    this.held.add(chunkId);
    this.timer ??= setInterval(() => {
      this.renew();
    }, RENEWAL_INTERVAL_MS);
    try {
      return await work();
    } finally {
      this.held.delete(chunkId);
      if (this.held.size === 0) {
        clearInterval(this.timer);
        this.timer = null;
      }
    }
  }

  private renew(): void {
    this.leases.extend([...this.held]).catch((error: unknown) => {
      this.logger.warn(`The leases of ${this.held.size} chunks could not be renewed: ${String(error)}`);
    });
  }
}
