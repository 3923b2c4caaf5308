import type Redis from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Counter } from './counter';
import { DeferredCounter } from './deferred-counter';
import { CoalescingCounter } from './coalescing-counter';
import { MINUTE, RateLimiter, type RateLimitState } from './rate-limiter';

/** The library counts; the limit of each use is applied here, so that one counter serves any limit. */
class CountingRateLimiter extends RateLimiter {
  /** @param rough counts without waiting; none where counting needs no wait */
  constructor(
    private readonly counter: Counter,
    private readonly rough: DeferredCounter | null = null,
  ) {
    super();
  }

  async use(key: string, limit: number, windowSeconds = MINUTE): Promise<RateLimitState> {
    const name = windowSeconds === MINUTE ? key : `${key} in ${windowSeconds} s`;
    return stateOf(await count(this.counter, name, windowSeconds), limit);
  }

  async look(key: string, limit: number): Promise<RateLimitState> {
    // What was used roughly is known here before it is known elsewhere.
    const used = await (this.rough ?? this.counter).get(key);
    return stateOf(used ?? { consumedPoints: 0, msBeforeNext: MINUTE * 1000 }, limit);
  }

  useRoughly(key: string, limit: number): RateLimitState | Promise<RateLimitState> {
    if (this.rough === null) return this.use(key, limit);
    const known = this.rough.countKnown(key, 1);
    if (known !== null) return stateOf(known, limit);
    return count(this.rough, key, MINUTE).then((used) => stateOf(used, limit));
  }
}

async function count(counter: Counter, key: string, customDuration: number): ReturnType<Counter['consume']> {
  try {
    return await counter.consume(key, 1, { customDuration });
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}

function stateOf(used: Awaited<ReturnType<Counter['consume']>>, limit: number): RateLimitState {
  return {
    limit,
    remaining: Math.max(0, limit - used.consumedPoints),
    resetSeconds: Math.max(1, Math.ceil(used.msBeforeNext / 1000)),
    isExceeded: used.consumedPoints > limit,
  };
}

const everyUseCounts = { points: Number.MAX_SAFE_INTEGER, duration: MINUTE };

export function memoryRateLimiter(): RateLimiter {
  return new CountingRateLimiter(new RateLimiterMemory(everyUseCounts));
}

export function redisRateLimiter(redis: Redis, keyPrefix: string): RateLimiter {
  const shared = new RateLimiterRedis({
    ...everyUseCounts,
    storeClient: redis,
    keyPrefix: `${keyPrefix}:rate`,
    insuranceLimiter: new RateLimiterMemory(everyUseCounts),
  });
  const joined = new CoalescingCounter(shared);
  return new CountingRateLimiter(joined, new DeferredCounter(joined));
}
