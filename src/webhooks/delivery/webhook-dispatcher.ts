import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { JobQueue } from '../../queue/job-queue';
import { DeliveriesRepository } from './deliveries.repository';

const POLL_INTERVAL_MS = 500;

/**
 * Asks the database twice a second which endpoints have something due, and enqueues them: new events, further attempts, and what a
 * process had in hand when it died. An endpoint that waits or is being served is not enqueued again. Runs in every worker process.
 */
@Injectable()
export class WebhookDispatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Webhooks');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isFailing = false;

  constructor(
    private readonly deliveries: DeliveriesRepository,
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
      for (const endpointId of await this.deliveries.dueEndpoints(this.clock.now())) {
        if (this.timer === null) return;
        await this.queue.add('webhook-endpoint', { endpointId });
      }
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.error(`Webhooks can't be handed out: ${String(error)}. Trying again.`);
      this.isFailing = true;
    }
  }
}
