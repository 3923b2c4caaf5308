import type { ThrottlerStorage } from '@nestjs/throttler';
import type { RateLimiter } from './rate-limiter';

type Record = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Our counters, in memory or in Redis, behind `@nestjs/throttler`. Who is over the limit is let in with the next window. */
export class RateLimiterStorage implements ThrottlerStorage {
  constructor(private readonly limiter: RateLimiter) {}

  /**
   * @param ttl milliseconds that a window lasts
   * @returns times in seconds; of hits beyond the limit only that there are some
   */
  async increment(key: string, ttl: number, limit: number): Promise<Record> {
    const { remaining, resetSeconds, isExceeded } = await this.limiter.use(key, limit, ttl / 1000);
    return {
      totalHits: isExceeded ? limit + 1 : limit - remaining,
      timeToExpire: resetSeconds,
      isBlocked: isExceeded,
      timeToBlockExpire: isExceeded ? resetSeconds : 0,
    };
  }
}
