import { Module } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { Health } from '../common/health';
import { Metrics } from '../common/metrics';
import { reason } from '../common/reason';
import { SharedRedis } from '../common/shared-redis';
import { ServiceInstant } from '../database/service-instant.entity';
import { DiskSpace } from '../database/disk-space';
import { JobQueue } from '../queue/job-queue';
import { HealthController } from './health.controller';

/** Health and figures; the routes themselves belong to their features. */
@Module({ controllers: [HealthController] })
export class HttpModule {
  constructor(
    health: Health,
    metrics: Metrics,
    @InjectRepository(ServiceInstant) instants: Repository<ServiceInstant>,
    disk: DiskSpace,
    clock: Clock,
    redis: SharedRedis,
    queue: JobQueue,
  ) {
    health.add({
      name: 'database',
      fault: () =>
        writable(instants, clock).then(
          // A small write may find its place in the log when nothing larger does.
          () => disk.fault(),
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
async function writable(instants: Repository<ServiceInstant>, clock: Clock): Promise<void> {
  const { affected } = await instants.update({ name: 'ready' }, { at: clock.now() });
  if (affected === 0) throw new Error('its row is missing');
}

/** What the driver said: operators want to know more than callers. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}
