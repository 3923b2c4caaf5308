import { Module } from '@nestjs/common';
import { Health } from '../common/health';
import { SharedRedis } from '../common/shared-redis';
import { Database } from '../database/database';
import { HealthController } from './health.controller';

/** Health and figures; the routes themselves belong to their features. */
@Module({ controllers: [HealthController] })
export class HttpModule {
  constructor(health: Health, database: Database, redis: SharedRedis) {
    health.add({
      name: 'database',
      fault: () =>
        database.query('SELECT 1').then(
          () => null,
          (error: unknown) => `The database does not answer (${(error as Error).message}).`,
        ),
    });
    if (redis.client !== null) health.add({ name: 'redis', fault: () => redis.fault() });
  }
}
