import { LeastRecentlyServed } from '../../engine';
import { FairShares, type Flow, type ShareLimits } from './fair-shares';

/** A flow in the engine's words: an organization is a tenant, its batch a job. */
interface Turn {
  tenant: string;
  job: string;
}

interface WaitQueue {
  flow: Flow;
  turn: Turn;
  grants: (() => void)[];
}

/**
 * A counting semaphore with fair queueing. Permits go to the least recently served organization, in it to the least recently
 * served batch, within a batch first in, first out; a flow that holds all that its share allows is passed over.
 */
export class FairSemaphore {
  private readonly shares: FairShares;
  private readonly order = new LeastRecentlyServed();
  /** Waiters, by batch. */
  private readonly queues = new Map<number, WaitQueue>();

  constructor(capacity: number, limits?: ShareLimits) {
    this.shares = new FairShares(capacity, limits);
  }

  /** True: the caller holds a permit and must `release` it. False: the signal was aborted before there was one. */
  async acquire(flow: Flow, signal?: AbortSignal): Promise<boolean> {
    if (signal?.aborted === true) return false;
    // A flow that has waiters may not acquire now, so that nobody is overtaken.
    if (this.shares.canAcquire(flow)) {
      this.take(flow);
      return true;
    }
    return new Promise<boolean>((resolve) => {
      const cancel = (): void => {
        this.dequeue(flow.batchId, grant);
        resolve(false);
      };
      const grant = (): void => {
        signal?.removeEventListener('abort', cancel);
        resolve(true);
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const queue = this.queues.get(flow.batchId);
      if (queue === undefined) this.queues.set(flow.batchId, { flow, turn: turnOf(flow), grants: [grant] });
      else queue.grants.push(grant);
    });
  }

  release(flow: Flow): void {
    this.shares.release(flow);
    for (let next = this.next(); next !== null; next = this.next()) {
      const [grant] = next.grants;
      if (grant === undefined) return;
      this.dequeue(next.flow.batchId, grant);
      this.take(next.flow);
      grant();
    }
  }

  private take(flow: Flow): void {
    this.shares.acquire(flow);
    this.order.markServed(turnOf(flow));
  }

  /** The queue to serve next. There are few: one for each batch that this process works on. */
  private next(): WaitQueue | null {
    let next: WaitQueue | null = null;
    for (const queue of this.queues.values()) {
      if ((next === null || this.order.compare(queue.turn, next.turn) < 0) && this.shares.canAcquire(queue.flow))
        next = queue;
    }
    return next;
  }

  private dequeue(batchId: number, grant: () => void): void {
    const queue = this.queues.get(batchId);
    if (queue === undefined) return;
    queue.grants.splice(queue.grants.indexOf(grant), 1);
    if (queue.grants.length === 0) this.queues.delete(batchId);
  }
}

const turnOf = ({ organizationId, batchId }: Flow): Turn => ({
  tenant: String(organizationId),
  job: String(batchId),
});
