import { Module } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Health } from '../common/health';
import { Metrics } from '../common/metrics';
import { reason } from '../common/reason';
import { SharedRedis } from '../common/shared-redis';
import { Database } from '../database/database';
import { StorageRoom } from '../database/storage-room';
import { JobQueue } from '../queue/job-queue';
import { HealthController } from './health.controller';

/** Health and figures; the routes themselves belong to their features. */
@Module({ controllers: [HealthController] })
export class HttpModule {
  constructor(
    health: Health,
    metrics: Metrics,
    database: Database,
    room: StorageRoom,
    clock: Clock,
    redis: SharedRedis,
    queue: JobQueue,
  ) {
    health.add({
      name: 'database',
      fault: () =>
        writable(database, clock).then(
          // A small write may find its place in the log when nothing larger does.
          () => room.fault(),
          (error: unknown) => `The database can't be used (${reason(causeOf(error))}).`,
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

/** A write: a database whose disk is full, or that became a replica, still answers questions. Always the same row. */
async function writable(database: Database, clock: Clock): Promise<void> {
  const sql = "UPDATE service_instants SET at = ? WHERE name = 'ready'";
  if ((await database.execute(sql, [clock.now()])).affected === 0) throw new Error('its row is missing');
}

/** What the driver said: operators want to know more than callers. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}
