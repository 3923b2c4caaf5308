import type { Clock } from '../../src/engine/ports';

/** Time that passes when a test says so. */
export class ScriptedClock implements Clock {
  private at = Date.UTC(2026, 0, 1);
  private readonly sleepers = new Set<{ until: number; wake: () => void }>();

  now(): number {
    return this.at;
  }

  /** Those who sleep. */
  get sleeping(): number {
    return this.sleepers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.sleepers.delete(sleeper);
        reject(signal?.reason as Error);
      };
      const sleeper = {
        until: this.at + ms,
        wake: () => {
          this.sleepers.delete(sleeper);
          signal?.removeEventListener('abort', stop);
          resolve();
        },
      };
      this.sleepers.add(sleeper);
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    });
  }

  /** Wakes whom it must, one after the other, each at his time; resolves when they have done what follows without sleep. */
  async advance(ms: number): Promise<void> {
    const end = this.at + ms;
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next] = [...this.sleepers].sort((one, other) => one.until - other.until);
      if (next === undefined || next.until > end) break;
      this.at = Math.max(this.at, next.until);
      next.wake();
    }
    this.at = end;
  }

  /** As an operator does. */
  set(ms: number): void {
    this.at = ms;
  }
}
