import type Redis from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Counter } from './counter';
import { JoinedCounter } from './joined-counter';
import { MINUTE, RateLimiter, type RateLimitState } from './rate-limiter';

/** The library counts; the limit of each use is applied here, so that one counter serves any limit. */
export class CountingRateLimiter extends RateLimiter {
  constructor(private readonly counter: Counter) {
    super();
  }

  async use(key: string, limit: number, windowSeconds = MINUTE): Promise<RateLimitState> {
    const used = await this.count(windowSeconds === MINUTE ? key : `${key} in ${windowSeconds} s`, windowSeconds);
    return {
      limit,
      remaining: Math.max(0, limit - used.consumedPoints),
      resetSeconds: Math.max(1, Math.ceil(used.msBeforeNext / 1000)),
      isExceeded: used.consumedPoints > limit,
    };
  }

  private async count(key: string, customDuration: number): ReturnType<Counter['consume']> {
    try {
      return await this.counter.consume(key, 1, { customDuration });
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    }
  }
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
  return new CountingRateLimiter(new JoinedCounter(shared));
}
