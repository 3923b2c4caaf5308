import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { JobQueue } from '../../queue/job-queue';
import { ChunkLeases } from './chunk-leases';
import { Dispatcher } from './dispatcher';

/** Milliseconds after a stop signal in which chunks in flight are saved and their leases released. */
const STOP_WITHIN_MS = 8000;

/** Starts and stops the work on batches in this process. */
@Injectable()
export class BatchWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly queue: JobQueue,
    private readonly leases: ChunkLeases,
    private readonly dispatcher: Dispatcher,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.queue === 'embedded') await this.leases.releaseAll();
    this.dispatcher.start();
  }

  /** Before the connections close that saving needs. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.dispatcher.stop();
    await this.queue.close(STOP_WITHIN_MS);
  }
}
