import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { reason } from '../../common/reason';
import { Database } from '../../database/database';
import type { FeedbackProviders } from '../events/create-providers';
import { MalformedFeedbackError } from '../events/feedback-provider';
import { InboxRepository, type WaitingEntry } from '../intake/inbox.repository';
import { PROVIDERS } from '../providers.token';
import { toStoredEvent } from '../record/to-stored-event';
import { FeedbackSource } from '../sources/feedback-source.entity';
import type { TestOutcome } from './test-outcome';

const NOT_READ = 'It could not be read: that is a fault of this service.';

/**
 * Reads events that test a source, as all others are read. What is read stands beside the source and nowhere else: it is in no
 * counter, among no events, and nothing is known of an address by it.
 */
@Injectable()
export class TestReader {
  private readonly logger = new Logger('Feedback');

  constructor(
    private readonly database: Database,
    @InjectRepository(FeedbackSource) private readonly sources: Repository<FeedbackSource>,
    @Inject(PROVIDERS) private readonly providers: FeedbackProviders,
    private readonly inbox: InboxRepository,
    private readonly clock: Clock,
  ) {}

  async read(source: FeedbackSource, entry: WaitingEntry): Promise<void> {
    const outcome = this.outcomeOf(source, entry);
    const { id } = source;
    await this.database.atomically([
      this.inbox.finishStep(entry),
      // Where the source was tested again meanwhile, that test counts.
      this.sources
        .createQueryBuilder()
        .update()
        .set({ testOutcome: JSON.stringify(outcome) })
        .where('id = :id AND testAt = :testAt', { id, testAt: entry.testAt }),
    ]);
  }

  private outcomeOf(source: FeedbackSource, { headers, body }: WaitingEntry): TestOutcome {
    const { id: sourceId, organizationId, provider } = source;
    try {
      const [event] = this.providers[provider].read({ headers, body, url: '' }).events;
      if (event === undefined) return { state: 'refused', reason: NOT_READ };
      const at = this.clock.now();
      const { type, email, strength, smtpCode, enhancedCode, diagnostic } = toStoredEvent(
        event,
        { organizationId, sourceId },
        at,
      );
      return { state: 'read', at, event: { type, email, strength, smtpCode, enhancedCode, diagnostic } };
    } catch (error) {
      if (error instanceof MalformedFeedbackError) return { state: 'refused', reason: error.message };
      this.logger.error(`A test event of source ${sourceId} could not be read: ${reason(error)}`);
      return { state: 'refused', reason: NOT_READ };
    }
  }
}
