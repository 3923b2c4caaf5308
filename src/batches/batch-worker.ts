import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { JobQueue } from '../queue/job-queue';
import { BatchSweeper } from './batch-sweeper';
import { ChunkLeases } from './chunk-leases';
import { ChunkProcessor } from './chunk-processor';
import { Dispatcher } from './dispatcher';
import { CHUNKS_AT_A_TIME } from './limits';

/** Saving what is done and giving back the rest has this long after a signal. */
const STOP_WITHIN_MS = 8000;

/** Starts and stops the work on batches in this process. */
@Injectable()
export class BatchWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly queue: JobQueue,
    private readonly leases: ChunkLeases,
    private readonly processor: ChunkProcessor,
    private readonly dispatcher: Dispatcher,
    private readonly sweeper: BatchSweeper,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.queue === 'embedded') await this.leases.releaseAll();
    this.queue.process('batch-chunk', CHUNKS_AT_A_TIME, async (job, signal) => {
      await this.processor.process(job, signal);
      this.dispatcher.handFreed();
    });
    this.dispatcher.start();
    this.sweeper.start();
  }

  /** Before the connections close that saving needs. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.dispatcher.stop();
    await this.queue.close(STOP_WITHIN_MS);
    await this.sweeper.stop();
  }
}
