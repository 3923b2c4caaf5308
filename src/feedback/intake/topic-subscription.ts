import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { reason } from '../../common/reason';
import { GuardedFetch } from '../../common/guarded-fetch';
import type { FeedbackContent } from '../events/feedback-provider';
import { FeedbackSource } from '../sources/feedback-source.entity';

type Confirmation = NonNullable<FeedbackContent['confirmation']>;

const NOT_CONFIRMED = 'The subscription could not be confirmed from here: open its confirmation address in a browser.';

/**
 * Subscriptions of Amazon SNS: the first topic of which a message comes is the source's, and no other is taken after it. It is
 * confirmed at the address that we built ourselves; where this machine can't reach Amazon, the account's holder is shown that
 * address until the topic's messages show that it was opened.
 */
@Injectable()
export class TopicSubscription {
  private readonly logger = new Logger('Feedback');

  constructor(
    @InjectRepository(FeedbackSource) private readonly sources: Repository<FeedbackSource>,
    private readonly fetch: GuardedFetch,
    private readonly clock: Clock,
  ) {}

  /** Never rejects for what happens outside of the database. */
  async confirm({ id }: Pick<FeedbackSource, 'id'>, { topicArn, url }: Confirmation): Promise<void> {
    const { affected } = await this.sources
      .createQueryBuilder()
      .update()
      .set({ topicArn, confirmationUrl: url })
      .where('id = :id AND (topicArn IS NULL OR topicArn = :topicArn)', { id, topicArn })
      .execute();
    if (affected !== 1) return;
    try {
      const { status } = await this.fetch.get(url);
      if (status !== 200) throw new Error(`The answer was ${status}.`);
      await this.sources.update({ id, confirmationUrl: url }, { confirmationUrl: null });
      await this.clearFault(id);
    } catch (error) {
      this.logger.warn(`The subscription of source ${id} was not confirmed: ${reason(error)}`);
      await this.sources.update({ id }, { lastError: NOT_CONFIRMED, lastErrorAt: this.clock.now() });
    }
  }

  /** A signed message of its topic: only a subscription that was confirmed gets any. */
  async hasPublished({ id, topicArn, confirmationUrl, lastError }: FeedbackSource, by: string): Promise<void> {
    if (topicArn !== by) return;
    if (confirmationUrl !== null) await this.sources.update({ id, topicArn }, { confirmationUrl: null });
    if (lastError === NOT_CONFIRMED) await this.clearFault(id);
  }

  private async clearFault(id: number): Promise<void> {
    await this.sources.update({ id, lastError: NOT_CONFIRMED }, { lastError: null, lastErrorAt: null });
  }
}
