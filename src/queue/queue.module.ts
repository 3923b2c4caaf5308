import { Module, type DynamicModule } from '@nestjs/common';
import type { AppConfig } from '../config/app-config';
import { BullQueue } from './bull-queue';
import { EmbeddedQueue } from './embedded-queue';
import { JobQueue } from './job-queue';

/** The one place where the queue is chosen. */
@Module({})
export class QueueModule {
  static register(config: AppConfig): DynamicModule {
    return {
      module: QueueModule,
      global: true,
      providers: [{ provide: JobQueue, useFactory: () => makeQueue(config) }],
      exports: [JobQueue],
    };
  }
}

export function makeQueue(config: Pick<AppConfig, 'REDIS_URL' | 'REDIS_KEY_PREFIX'>): JobQueue {
  return config.REDIS_URL === undefined
    ? new EmbeddedQueue()
    : new BullQueue(config.REDIS_URL, config.REDIS_KEY_PREFIX);
}
