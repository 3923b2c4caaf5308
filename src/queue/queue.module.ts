import { BullModule, getQueueToken } from '@nestjs/bull';
import { Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bull';
import type { AppConfig } from '../config/app-config';
import { BullConnections } from './bull-connections';
import { BullJobQueue } from './bull-job-queue';
import { EmbeddedJobQueue } from './embedded-job-queue';
import { JobQueue } from './job-queue';
import { JOB_NAMES } from './jobs';

/** Closes the queue's connections in every role: a process that only adds jobs has some, too. */
@Injectable()
class QueueCloser implements OnApplicationShutdown {
  constructor(private readonly queue: JobQueue) {}

  async onApplicationShutdown(): Promise<void> {
    // Whoever works on jobs has closed it before, with time for them.
    await this.queue.close(0);
  }
}

@Module({})
class BullConnectionsModule {}

/** The one place where the queue is chosen. In both set-ups `BullModule` finds the `@Processor` classes. */
@Module({})
export class QueueModule {
  static register({ REDIS_URL, REDIS_KEY_PREFIX }: Pick<AppConfig, 'REDIS_URL' | 'REDIS_KEY_PREFIX'>): DynamicModule {
    const { imports, providers } =
      REDIS_URL === undefined ? embedded() : distributed(() => new BullConnections(REDIS_URL, REDIS_KEY_PREFIX));
    return { module: QueueModule, global: true, imports, providers: [...providers, QueueCloser], exports: [JobQueue] };
  }
}

type Parts = Required<Pick<DynamicModule, 'imports' | 'providers'>>;

function embedded(): Parts {
  const jobQueue = new EmbeddedJobQueue();
  return {
    // No queue of Bull's own, only what looks for processors.
    imports: [BullModule.registerQueue()],
    providers: [
      { provide: JobQueue, useValue: jobQueue },
      ...JOB_NAMES.map((name) => ({ provide: getQueueToken(name), useValue: jobQueue.queue(name) })),
    ],
  };
}

function distributed(connect: () => BullConnections): Parts {
  const connections: DynamicModule = {
    module: BullConnectionsModule,
    providers: [{ provide: BullConnections, useFactory: connect }],
    exports: [BullConnections],
  };
  return {
    imports: [
      connections,
      BullModule.forRootAsync({
        imports: [connections],
        inject: [BullConnections],
        useFactory: (shared: BullConnections) => shared.queueOptions(),
      }),
      BullModule.registerQueue(...JOB_NAMES.map((name) => ({ name }))),
    ],
    providers: [
      {
        provide: JobQueue,
        inject: [BullConnections, ...JOB_NAMES.map((name) => getQueueToken(name))],
        useFactory: (shared: BullConnections, ...queues: Queue[]) => new BullJobQueue(shared, queues),
      },
    ],
  };
}
