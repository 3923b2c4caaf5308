import type { Release, SessionSlots } from './session-slots';

interface Waiter {
  key: string;
  grant: () => void;
}

/** The limits of one process. */
export class InProcessSessionSlots implements SessionSlots {
  private total = 0;
  private readonly perKey = new Map<string, number>();
  /** In the order of arrival; a waiter whose key is full is passed over, not forgotten. */
  private readonly waiters = new Set<Waiter>();
  private readonly urgentWaiters = new Set<Waiter>();

  constructor(
    private readonly maxSessions: number,
    private readonly sessionsPerHost: number,
  ) {}

  async acquire(key: string, signal: AbortSignal, isUrgent = false): Promise<Release> {
    signal.throwIfAborted();
    if (!this.isFree(key)) await this.turn(key, signal, isUrgent ? this.urgentWaiters : this.waiters);
    else this.take(key);
    let held = true;
    return () => {
      if (held) this.giveBack(key);
      held = false;
    };
  }

  private turn(key: string, signal: AbortSignal, line: Set<Waiter>): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        line.delete(waiter);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        key,
        grant: () => {
          signal.removeEventListener('abort', leave);
          line.delete(waiter);
          this.take(key);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      line.add(waiter);
    });
  }

  private isFree(key: string): boolean {
    return this.total < this.maxSessions && (this.perKey.get(key) ?? 0) < this.sessionsPerHost;
  }

  private take(key: string): void {
    this.total += 1;
    this.perKey.set(key, (this.perKey.get(key) ?? 0) + 1);
  }

  private giveBack(key: string): void {
    this.total -= 1;
    const left = (this.perKey.get(key) ?? 1) - 1;
    if (left === 0) this.perKey.delete(key);
    else this.perKey.set(key, left);
    for (const waiter of [...this.urgentWaiters, ...this.waiters]) {
      if (this.total >= this.maxSessions) return;
      if (this.isFree(waiter.key)) waiter.grant();
    }
  }
}
