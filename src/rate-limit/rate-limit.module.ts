import { Module, type DynamicModule } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import type { AppConfig } from '../config/app-config';
import { SharedRedis } from '../common/shared-redis';
import { MINUTE, RateLimiter } from './rate-limiter';
import { RateLimiterStorage } from './rate-limiter-storage';
import { memoryRateLimiter, redisRateLimiter } from './rate-limiters';

/** The one place where the counters are chosen, also for `@nestjs/throttler`. */
@Module({})
export class RateLimitModule {
  static register(config: AppConfig): DynamicModule {
    return {
      module: RateLimitModule,
      global: true,
      imports: [
        ThrottlerModule.forRootAsync({
          useFactory: (limiter: RateLimiter) => ({
            throttlers: [{ ttl: MINUTE * 1000, limit: config.RATE_LIMIT_PER_MINUTE }],
            storage: new RateLimiterStorage(limiter),
          }),
          inject: [RateLimiter],
        }),
      ],
      providers: [
        {
          provide: RateLimiter,
          useFactory: (redis: SharedRedis) =>
            redis.client === null ? memoryRateLimiter() : redisRateLimiter(redis.client, config.REDIS_KEY_PREFIX),
          inject: [SharedRedis],
        },
      ],
      exports: [RateLimiter],
    };
  }
}
