import { LRUCache } from 'lru-cache';
import type { Counter } from './counter';

type Count = Awaited<ReturnType<Counter['consume']>>;
type Window = NonNullable<Parameters<Counter['consume']>[2]>;

/** How late other processes see what was used here. */
const LATE_MS = 50;
const MAX_KEYS = 10_000;

interface Known {
  /** All uses that we know of, those included that the counter elsewhere was not told yet. */
  count: number;
  untold: number;
  /** By `performance.now()`. */
  endsAt: number;
  window: Window | undefined;
}

/**
 * Counts at once by what it knows of a key, and tells the counter elsewhere a moment later: for budgets so wide that the
 * uses of some milliseconds in other processes do not matter, where each use would otherwise wait for a round trip.
 */
export class DeferredCounter implements Counter {
  private readonly known = new LRUCache<string, Known>({ max: MAX_KEYS });
  private readonly toTell = new Set<string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly elsewhere: Counter) {}

  async consume(key: string, points: number, window?: Window): Promise<Count> {
    return this.countKnown(key, points) ?? this.ask(key, points, window);
  }

  /** Counts uses of a key of which it knows; null: it knows nothing of it, and has counted nothing. */
  countKnown(key: string, points: number): Count | null {
    const known = this.known.get(key);
    const now = performance.now();
    if (known === undefined || known.endsAt <= now) return null;
    known.count += points;
    known.untold += points;
    this.toTell.add(key);
    this.timer ??= setTimeout(() => {
      this.tell();
    }, LATE_MS).unref();
    return { consumedPoints: known.count, msBeforeNext: known.endsAt - now };
  }

  get(key: string): ReturnType<Counter['get']> {
    const known = this.known.get(key);
    const now = performance.now();
    if (known === undefined || known.endsAt <= now) return this.elsewhere.get(key);
    return Promise.resolve({ consumedPoints: known.count, msBeforeNext: known.endsAt - now });
  }

  private async ask(key: string, points: number, window: Window | undefined): Promise<Count> {
    const count = await this.elsewhere.consume(key, points, window);
    const untold = this.known.get(key)?.untold ?? 0;
    const endsAt = performance.now() + count.msBeforeNext;
    this.known.set(key, { count: count.consumedPoints + untold, untold, endsAt, window });
    return count;
  }

  private tell(): void {
    this.timer = null;
    for (const key of this.toTell) {
      const known = this.known.get(key);
      if (known === undefined) continue;
      const points = known.untold;
      known.untold = 0;
      // What can't be told is not counted elsewhere: a limit that is loose for a moment.
      this.ask(key, points, known.window).catch(() => undefined);
    }
    this.toTell.clear();
  }
}
