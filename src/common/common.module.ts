import { Module, type DynamicModule } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { AccessChanges, LocalAccessChanges } from './access-changes';
import { Clock, SystemClock } from './clock';
import { Health } from './health';
import { Metrics } from './metrics';
import { RedisAccessChanges, SharedRedis } from './shared-redis';

/** What every module uses: settings, time, figures, health, the Redis connection. */
@Module({})
export class CommonModule {
  static register(config: AppConfig): DynamicModule {
    return {
      module: CommonModule,
      global: true,
      providers: [
        { provide: APP_CONFIG, useValue: config },
        { provide: Clock, useClass: SystemClock },
        Health,
        Metrics,
        { provide: SharedRedis, useFactory: () => new SharedRedis(config.REDIS_URL) },
        {
          provide: AccessChanges,
          useFactory: (redis: SharedRedis) =>
            redis.client === null ? new LocalAccessChanges() : new RedisAccessChanges(redis.client, config),
          inject: [SharedRedis],
        },
      ],
      exports: [APP_CONFIG, Clock, Health, Metrics, SharedRedis, AccessChanges],
    };
  }
}
