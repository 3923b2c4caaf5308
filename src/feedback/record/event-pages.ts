import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { addressKey } from '../../common/address-key';
import type { FeedbackEventType } from '../events/feedback-event';
import { StoredEvent } from './stored-event.entity';

export interface EventsQuery {
  /** Id of the last event of the page before; null: from the newest on. */
  before: number | null;
  limit: number;
  /** Null: all. */
  types: readonly FeedbackEventType[] | null;
  /** 0: those that programs told; null: all. */
  sourceId: number | null;
  /** Normalised; null: all. */
  email: string | null;
}

/** Reads an organization's events, the newest first. */
@Injectable()
export class EventPages {
  constructor(@InjectRepository(StoredEvent) private readonly events: Repository<StoredEvent>) {}

  async read(
    organizationId: number,
    { before, limit, types, sourceId, email }: EventsQuery,
  ): Promise<{ events: StoredEvent[]; nextBefore: number | null }> {
    const query = this.events
      .createQueryBuilder('e')
      .where('e.organizationId = :organizationId', { organizationId })
      .orderBy('e.id', 'DESC')
      .limit(limit + 1);
    if (email !== null) query.andWhere('e.addressKey = :key', { key: addressKey(email) });
    if (before !== null) query.andWhere('e.id < :before', { before });
    if (types !== null) query.andWhere('e.type IN (:...types)', { types });
    if (sourceId !== null) query.andWhere('e.sourceId = :sourceId', { sourceId });
    const rows = await query.getMany();
    const events = rows.slice(0, limit);
    return { events, nextBefore: rows.length > limit ? (events.at(-1)?.id ?? null) : null };
  }
}
