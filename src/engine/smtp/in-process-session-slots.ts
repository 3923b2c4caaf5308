import type { Release, SessionSlots, SlotLimits, SlotWish } from './session-slots';
import { nextWish } from './slot-order';
import { Turns } from './turns';

interface Waiter extends SlotWish {
  grant: () => void;
}

/** The limits of one process. */
export class InProcessSessionSlots implements SessionSlots {
  private readonly limits: SlotLimits;
  private readonly held = new Set<SlotWish>();
  /** In the order of arrival. */
  private readonly waiters = new Set<Waiter>();
  private readonly turns = new Turns();

  constructor(maxSessions: number, sessionsPerHost: number) {
    this.limits = { maxSessions, sessionsPerHost };
  }

  async acquire(wish: SlotWish, signal: AbortSignal): Promise<Release> {
    signal.throwIfAborted();
    const own = { ...wish };
    if (nextWish([own], [...this.held], this.limits, this.turns)) this.held.add(own);
    else await this.turn(own, signal);
    return () => {
      if (this.held.delete(own)) this.grantWhatIsFree();
    };
  }

  private turn(wish: SlotWish, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiters.delete(waiter);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        ...wish,
        grant: () => {
          signal.removeEventListener('abort', leave);
          this.waiters.delete(waiter);
          this.held.add(wish);
          this.turns.serve(wish);
          if (this.waiters.size === 0) this.turns.clear();
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiters.add(waiter);
    });
  }

  private grantWhatIsFree(): void {
    for (;;) {
      const next = nextWish(this.waiters, [...this.held], this.limits, this.turns);
      if (!next) return;
      next.grant();
    }
  }
}
