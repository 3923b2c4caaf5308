import { OnQueueFailed, Process, Processor } from '@nestjs/bull';
import { Logger } from '@nestjs/common';
import type { Job } from 'bull';
import { JobQueue } from '../../queue/job-queue';
import type { JobName, Jobs } from '../../queue/jobs';
import { WebhookSender } from './webhook-sender';

const NAME = 'webhook-endpoint' satisfies JobName;
/** Endpoints that a process serves at a time. They wait for others most of the time: many may die at once and hold nobody up. */
const CONCURRENCY = 128;
/** Of these, how many may be such that fail: each takes as long as its time-out. */
const MOST_FAILING = 16;

/** Takes the jobs of endpoints from the queue, Bull's or the embedded one. */
@Processor(NAME)
export class WebhookProcessor {
  private readonly logger = new Logger('Queue');
  private failing = 0;

  constructor(
    private readonly queue: JobQueue,
    private readonly sender: WebhookSender,
  ) {}

  @Process({ concurrency: CONCURRENCY })
  async process({ data }: Job<Jobs[typeof NAME]>): Promise<void> {
    const place = { isTaken: false };
    const mayFail = (): boolean => {
      if (!place.isTaken && this.failing < MOST_FAILING) {
        place.isTaken = true;
        this.failing += 1;
      }
      return place.isTaken;
    };
    try {
      await this.sender.send(data.endpointId, mayFail, this.queue.stopping);
    } finally {
      if (place.isTaken) this.failing -= 1;
    }
  }

  /** What a job could not do, the database still holds. */
  @OnQueueFailed()
  failed(_job: Job | null, error: unknown): void {
    this.logger.error(`Webhooks could not be sent: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
  }
}
