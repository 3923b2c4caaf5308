import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { SharedRedis } from '../common/shared-redis';
import { RateLimiter } from './rate-limiter';
import { memoryRateLimiter, redisRateLimiter } from './rate-limiters';

/** The one place where the counters are chosen. */
@Module({})
export class RateLimitModule {
  static register(config: AppConfig): DynamicModule {
    return {
      module: RateLimitModule,
      global: true,
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
