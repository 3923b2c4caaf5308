import { OnQueueFailed, Process, Processor } from '@nestjs/bull';
import { Logger } from '@nestjs/common';
import type { Job } from 'bull';
import { JobQueue } from '../../queue/job-queue';
import type { JobName, Jobs } from '../../queue/jobs';
import { InboxReader } from './inbox-reader';

const NAME = 'feedback-inbox' satisfies JobName;
/** Sources whose inboxes a process reads at a time. */
const CONCURRENCY = 2;

/** Takes the jobs of sources' inboxes from the queue, Bull's or the embedded one. */
@Processor(NAME)
export class InboxProcessor {
  private readonly logger = new Logger('Queue');

  constructor(
    private readonly queue: JobQueue,
    private readonly reader: InboxReader,
  ) {}

  @Process({ concurrency: CONCURRENCY })
  process({ data }: Job<Jobs[typeof NAME]>): Promise<void> {
    return this.reader.read(data.sourceId, this.queue.stopping);
  }

  /** What a job could not do, the inbox still holds. */
  @OnQueueFailed()
  failed(_job: Job | null, error: unknown): void {
    this.logger.error(`An inbox could not be read: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
  }
}
