import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { JobQueue } from '../../queue/job-queue';
import { RegularDispatcher } from '../../queue/regular-dispatcher';
import { DeliveriesRepository } from './deliveries.repository';

/** Hands out the endpoints that have something due: new events, and further attempts. */
@Injectable()
export class WebhookDispatcher extends RegularDispatcher {
  protected readonly logger = new Logger('Webhooks');
  protected readonly what = 'Webhooks';
  protected readonly everyMs = 500;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected async handOut(): Promise<void> {
    const due = await this.deliveries.dueEndpoints(this.clock.now());
    // Not one after the other: each is a way to Redis and back.
    await Promise.all(due.map((endpointId) => this.queue.add('webhook-endpoint', { endpointId })));
  }
}
