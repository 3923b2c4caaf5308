import type { Release, SessionSlots, SlotLimits, SlotRequest } from './session-slots';
import { nextRequest } from './slot-order';
import { LeastRecentlyServed } from './least-recently-served';

interface Waiter extends SlotRequest {
  grant: () => void;
}

/** `SessionSlots` of this process alone. */
export class InProcessSessionSlots implements SessionSlots {
  private readonly limits: SlotLimits;
  private readonly held = new Set<SlotRequest>();
  /** In the order of arrival. */
  private readonly waiters = new Set<Waiter>();
  private readonly order = new LeastRecentlyServed();

  constructor(maxSessions: number, sessionsPerHost: number, sessionsPerNetwork = Infinity) {
    this.limits = { maxSessions, sessionsPerHost, sessionsPerNetwork };
  }

  async acquire(request: SlotRequest, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    const own = { ...request };
    if (nextRequest([own], [...this.held], this.limits, this.order)) this.held.add(own);
    else await this.wait(own, signal);
    return () => {
      if (this.held.delete(own)) this.grantWhatIsFree();
    };
  }

  private wait(request: SlotRequest, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.waiters.delete(waiter);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        ...request,
        grant: () => {
          signal.removeEventListener('abort', onAbort);
          this.waiters.delete(waiter);
          this.held.add(request);
          this.order.markServed(request);
          if (this.waiters.size === 0) this.order.clear();
          resolve();
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiters.add(waiter);
    });
  }

  private grantWhatIsFree(): void {
    for (;;) {
      const next = nextRequest(this.waiters, [...this.held], this.limits, this.order);
      if (!next) return;
      next.grant();
    }
  }
}
