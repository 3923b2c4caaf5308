import { Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { BullQueue } from './bull-queue';
import { EmbeddedQueue } from './embedded-queue';
import { JobQueue } from './job-queue';

/** Lets go of the queue's connections in every role: a process that only adds jobs has some, too. */
@Injectable()
class QueueCloser implements OnApplicationShutdown {
  constructor(private readonly queue: JobQueue) {}

  async onApplicationShutdown(): Promise<void> {
    // Whoever works on jobs has closed it before, with time for them.
    await this.queue.close(0);
  }
}

/** The one place where the queue is chosen. */
@Module({})
export class QueueModule {
  static register(config: AppConfig): DynamicModule {
    return {
      module: QueueModule,
      global: true,
      providers: [{ provide: JobQueue, useFactory: () => makeQueue(config) }, QueueCloser],
      exports: [JobQueue],
    };
  }
}

export function makeQueue(config: Pick<AppConfig, 'REDIS_URL' | 'REDIS_KEY_PREFIX'>): JobQueue {
  return config.REDIS_URL === undefined
    ? new EmbeddedQueue()
    : new BullQueue(config.REDIS_URL, config.REDIS_KEY_PREFIX);
}
