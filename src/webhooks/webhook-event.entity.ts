import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { SentEventType } from './webhook-event-types';

/**
 * Something that an organization is told of: the outbox, written by `WebhookOutbox` in the very write that it tells of, and
 * never changed.
 */
@Entity('webhook_events')
@Index('webhook_events_organization', ['organizationId', 'occurredAt'])
@Index('webhook_events_occurred_at', ['occurredAt'])
export class WebhookEvent {
  /** `msg_…`: the `webhook-id` of all its deliveries. */
  @PrimaryColumn({ type: 'varchar', length: 40 })
  id!: string;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  @Column({ type: 'varchar', length: 32 })
  type!: SentEventType;

  /** JSON, as it was then. */
  @Column({ type: 'text' })
  data!: string;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', name: 'occurred_at' })
  occurredAt!: number;
}
