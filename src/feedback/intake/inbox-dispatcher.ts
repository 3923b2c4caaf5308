import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { JobQueue } from '../../queue/job-queue';
import { RegularDispatcher } from '../../queue/regular-dispatcher';
import { InboxRepository } from './inbox.repository';

/** Hands out the sources that have something in their inbox: what the queue lost, and what was put off. */
@Injectable()
export class InboxDispatcher extends RegularDispatcher {
  protected readonly logger = new Logger('Feedback');
  protected readonly what = 'Inboxes';
  protected readonly everyMs = 1000;

  constructor(
    private readonly inbox: InboxRepository,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {
    super();
  }

  protected async handOut(): Promise<void> {
    for (
      let sourceId = await this.inbox.nextSource(0, this.clock.now());
      sourceId !== null && !this.isStopping;
      sourceId = await this.inbox.nextSource(sourceId, this.clock.now())
    ) {
      await this.queue.add('feedback-inbox', { sourceId });
    }
  }
}
