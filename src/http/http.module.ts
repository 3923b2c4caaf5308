import { Module } from '@nestjs/common';
import { Health } from '../common/health';
import { Metrics } from '../common/metrics';
import { SharedRedis } from '../common/shared-redis';
import { Database } from '../database/database';
import { JobQueue } from '../queue/job-queue';
import { HealthController } from './health.controller';

/** Health and figures; the routes themselves belong to their features. */
@Module({ controllers: [HealthController] })
export class HttpModule {
  constructor(health: Health, metrics: Metrics, database: Database, redis: SharedRedis, queue: JobQueue) {
    health.add({
      name: 'database',
      fault: () =>
        database.query('SELECT 1').then(
          () => null,
          (error: unknown) => `The database does not answer (${(error as Error).message}).`,
        ),
    });
    if (redis.client !== null) {
      health.add({ name: 'redis', fault: () => redis.fault() });
      health.add({ name: 'queue', fault: () => queue.fault() });
    }
    metrics.watch('queue_jobs_waiting', 'Chunks of batches that wait in the queue; NaN while it is away.', () =>
      queue.waiting('batch-chunk'),
    );
  }
}
