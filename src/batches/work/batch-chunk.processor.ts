import { OnQueueCompleted, OnQueueFailed, Process, Processor } from '@nestjs/bull';
import { Logger } from '@nestjs/common';
import type { Job } from 'bull';
import { JobQueue } from '../../queue/job-queue';
import type { JobName, Jobs } from '../../queue/jobs';
import { ChunkProcessor } from './chunk-processor';
import { Dispatcher } from './dispatcher';
import { CHUNK_CONCURRENCY } from './concurrency-limits';

const NAME = 'batch-chunk' satisfies JobName;

/** Takes the jobs of batches from the queue, Bull's or the embedded one. */
@Processor(NAME)
export class BatchChunkProcessor {
  private readonly logger = new Logger('Queue');

  constructor(
    private readonly queue: JobQueue,
    private readonly chunks: ChunkProcessor,
    private readonly dispatcher: Dispatcher,
  ) {}

  @Process({ concurrency: CHUNK_CONCURRENCY })
  process({ data }: Job<Jobs[typeof NAME]>): Promise<void> {
    return this.chunks.process(data, this.queue.stopping);
  }

  @OnQueueCompleted()
  completed(): void {
    this.dispatcher.chunkFinished();
  }

  /** What a job could not do, the database still knows of. */
  @OnQueueFailed()
  failed(_job: Job | null, error: unknown): void {
    this.logger.error(`A job failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
