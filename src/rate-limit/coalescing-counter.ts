import { createHash } from 'node:crypto';
import type { Counter } from './counter';

type Count = Awaited<ReturnType<Counter['consume']>>;
type Window = NonNullable<Parameters<Counter['consume']>[2]>;

interface Use {
  points: number;
  resolve: (count: Count) => void;
  reject: (reason: unknown) => void;
}

/**
 * Coalesces the uses of a shared counter: one command per key is in flight at a time, and uses that come in meanwhile are
 * summed up in the next. Each gets the count that it would have got alone; a busy token costs a command for every round
 * trip and not for every request. Keys leave the process as hashes.
 */
export class CoalescingCounter implements Counter {
  private readonly waiting = new Map<string, Use[]>();

  constructor(private readonly elsewhere: Counter) {}

  /** The same key always comes with the same window. */
  consume(key: string, points: number, window?: Window): Promise<Count> {
    return new Promise((resolve, reject) => {
      const use = { points, resolve, reject };
      const line = this.waiting.get(key);
      if (line !== undefined) line.push(use);
      else void this.send(key, window, [use]);
    });
  }

  get(key: string): ReturnType<Counter['get']> {
    return this.elsewhere.get(hashOf(key));
  }

  private async send(key: string, window: Window | undefined, first: Use[]): Promise<void> {
    const line: Use[] = [];
    this.waiting.set(key, line);
    const hash = hashOf(key);
    for (let uses = first; uses.length > 0; uses = line.splice(0)) {
      const points = uses.reduce((sum, use) => sum + use.points, 0);
      try {
        const count = await this.elsewhere.consume(hash, points, window);
        settle(uses, { consumedPoints: count.consumedPoints - points, msBeforeNext: count.msBeforeNext });
      } catch (error) {
        for (const { reject } of uses) reject(error);
      }
    }
    this.waiting.delete(key);
  }
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22);

/** @param before the count without these uses */
function settle(uses: readonly Use[], { consumedPoints: before, msBeforeNext }: Count): void {
  let consumedPoints = before;
  for (const { points, resolve } of uses) {
    consumedPoints += points;
    resolve({ consumedPoints, msBeforeNext });
  }
}
