import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import type { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { publicOrigin } from '../common/public-origin';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import type { Step } from '../database/database';
import { WebhookOutbox } from '../webhooks/webhook-outbox';
import { StoredEvent } from './record/stored-event.entity';
import type { FeedbackSource } from './sources/feedback-source.entity';

const DAY_MS = 86_400_000;
/** So many blocked mails in so short a time are no matter of single mails any more. */
const BLOCKS = 10;
const WITHIN_MINUTES = 60;
/** The newest events of an organization, among which blocks are counted. */
const LOOKED_AT = 1000;
const MAX_REMEMBERED = 10_000;

/**
 * Tells an organization's endpoints what somebody should look at, as the last steps of the write that finds it: once a day (UTC) of each.
 */
@Injectable()
export class FeedbackAlarms {
  /** The day on which organizations were last told that their mails are blocked. */
  private readonly toldOn = new LRUCache<number, number>({ max: MAX_REMEMBERED });

  constructor(
    @InjectRepository(StoredEvent) private readonly events: Repository<StoredEvent>,
    private readonly outbox: WebhookOutbox,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Requests of a source are refused, or can't be read. @param reason a sentence */
  async sourceFailing(
    { id, organizationId }: Pick<FeedbackSource, 'id' | 'organizationId'>,
    reason: string,
  ): Promise<Step[]> {
    if (!(await this.outbox.isUsed(organizationId))) return [];
    const cause = `${id} ${this.day()}`;
    const data = { source_id: id, reason };
    return this.outbox.steps({ organizationId, type: 'feedback.source_failing', cause, data });
  }

  /** Mail hosts refuse mails for what they hold of the sender. @param blocks that the write records */
  async blocked(organizationId: number, blocks: number): Promise<Step[]> {
    if (blocks === 0 || this.toldOn.get(organizationId) === this.day()) return [];
    if (!(await this.outbox.isUsed(organizationId))) return [];
    if (blocks + (await this.recentBlocks(organizationId)) < BLOCKS) return [];
    const data = {
      blocks_at_least: BLOCKS,
      within_minutes: WITHIN_MINUTES,
      links: { events: `${publicOrigin(this.config)}/v1/feedback/events?type=block` },
    };
    const cause = String(this.day());
    return this.outbox.steps({ organizationId, type: 'feedback.block_alarm', cause, data });
  }

  /** After the write of `blocked`. */
  noteBlocked(organizationId: number): void {
    this.toldOn.set(organizationId, this.day());
  }

  private async recentBlocks(organizationId: number): Promise<number> {
    const newest = await this.events.find({
      select: { id: true, type: true, receivedAt: true },
      where: { organizationId },
      order: { id: 'DESC' },
      take: LOOKED_AT,
    });
    const since = this.clock.now() - WITHIN_MINUTES * 60_000;
    return newest.filter(({ type, receivedAt }) => type === 'block' && receivedAt >= since).length;
  }

  private day(): number {
    return Math.floor(this.clock.now() / DAY_MS);
  }
}
