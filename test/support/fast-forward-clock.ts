import type { Clock } from '../../src/engine/ports';

/** Turns of the event loop without a use of the clock after which nothing is under way: what goes over loopback takes one or two. */
const QUIET_TURNS = 20;

interface Sleeper {
  until: number;
  wake: () => void;
}

/**
 * Time that stands while anything happens and jumps to the next sleeper once nothing does. For code that talks over real sockets
 * to servers of this process: time-outs end at once and in their order, and none ends early because the machine stalls. A server
 * that delays its answers must sleep by the same clock.
 */
export class FastForwardClock implements Clock {
  private at = Date.UTC(2026, 0, 1);
  private readonly sleepers = new Set<Sleeper>();
  private quietTurns = 0;
  private turn: NodeJS.Timeout | undefined;

  now(): number {
    this.quietTurns = 0;
    return this.at;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.quietTurns = 0;
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.quietTurns = 0;
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
      this.watch();
    });
  }

  /** Lets so much time pass; sleepers whose time has come wake with the next jump. */
  forward(ms: number): void {
    this.at += ms;
  }

  private watch(): void {
    this.turn ??= setTimeout(() => {
      this.turn = undefined;
      if (this.sleepers.size === 0) return;
      this.quietTurns += 1;
      if (this.quietTurns >= QUIET_TURNS) this.jump();
      this.watch();
    }, 1).unref();
  }

  private jump(): void {
    this.quietTurns = 0;
    this.at = Math.max(this.at, Math.min(...[...this.sleepers].map(({ until }) => until)));
    for (const sleeper of [...this.sleepers]) if (sleeper.until <= this.at) sleeper.wake();
  }
}
