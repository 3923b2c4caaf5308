import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { JobQueue } from '../../queue/job-queue';
import { InboxRepository } from './inbox.repository';

/** How long what the queue has lost waits. */
const POLL_INTERVAL_MS = 1000;

/**
 * Asks the database once a second which sources have something in their inbox, and enqueues them: what the queue lost, what a
 * process had in hand when it died, and what was put off. A source that waits or is being read is not enqueued again. Runs in
 * every worker process.
 */
@Injectable()
export class InboxDispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Feedback');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isFailing = false;

  constructor(
    private readonly inbox: InboxRepository,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running ??= this.poll().finally(() => {
        this.running = null;
      });
    }, POLL_INTERVAL_MS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    await this.running;
  }

  private async poll(): Promise<void> {
    try {
      for (
        let sourceId = await this.inbox.nextSource(0, this.clock.now());
        sourceId !== null && this.timer !== null;
        sourceId = await this.inbox.nextSource(sourceId, this.clock.now())
      ) {
        await this.queue.add('feedback-inbox', { sourceId });
      }
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.error(`Inboxes can't be handed out: ${String(error)}. Trying again.`);
      this.isFailing = true;
    }
  }
}
