import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { Metrics } from '../../common/metrics';
import { InboxEntry } from './inbox-entry.entity';

/** How much waits in the inboxes of all sources, and for how long: what was answered and changes no verdict yet. */
@Injectable()
export class InboxMetrics {
  constructor(@InjectRepository(InboxEntry) entries: Repository<InboxEntry>, metrics: Metrics, clock: Clock) {
    metrics.watch(
      'feedback_inbox_entries',
      'Requests of providers that wait to be read, of the whole fleet; NaN while the database is away.',
      () => entries.count(),
    );
    metrics.watch(
      'feedback_inbox_oldest_seconds',
      'For how long the oldest of them has waited; 0 where none does, NaN while the database is away.',
      async () => {
        const oldest = await entries.minimum('receivedAt');
        return oldest === null ? 0 : Math.max(clock.now() - oldest, 0) / 1000;
      },
    );
  }
}
