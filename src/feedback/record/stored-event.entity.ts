import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { FeedbackEventType } from '../events/feedback-event';

/**
 * An event that an organization was told. Written by `EventRecorder` with what follows from it for its address; goes by age,
 * with its address or its organization. Instants are milliseconds since the epoch.
 */
@Entity('feedback_events')
@Unique('feedback_events_once', ['organizationId', 'sourceId', 'dedupHash'])
@Index('feedback_events_pages', ['organizationId', 'id'])
@Index('feedback_events_address', ['organizationId', 'addressKey', 'id'])
@Index('feedback_events_received_at', ['receivedAt'])
export class StoredEvent {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** 0: told by a program of the organization, not by a source. */
  @Column({ type: 'int', name: 'source_id' })
  sourceId!: number;

  /** Of the event's `dedupKey`, `hashOfKey`. */
  @Column({ type: 'varchar', length: 32, name: 'dedup_hash' })
  dedupHash!: string;

  /** Of the recipient: see `addressKey`; empty: nobody can tell who it was. */
  @Column({ type: 'varchar', length: 32, name: 'address_key' })
  addressKey!: string;

  /** Normalised. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  email!: string | null;

  @Column({ type: 'varchar', length: 16 })
  type!: FeedbackEventType;

  /** Of a hard bounce. */
  @Column({ type: 'varchar', length: 8, nullable: true })
  strength!: 'strong' | 'weak' | null;

  @Column({ type: 'int', name: 'smtp_code', nullable: true })
  smtpCode!: number | null;

  @Column({ type: 'varchar', length: 16, name: 'enhanced_code', nullable: true })
  enhancedCode!: string | null;

  @Column({ type: 'text', nullable: true })
  diagnostic!: string | null;

  /** The provider's own words for the kind. */
  @Column({ type: 'varchar', length: 100, name: 'provider_class', nullable: true })
  providerClass!: string | null;

  @Column({ type: 'varchar', length: 255, name: 'message_id', nullable: true })
  messageId!: string | null;

  /** Of an `unsubscribe`: the list. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  scope!: string | null;

  @Column({ type: 'bigint', name: 'occurred_at' })
  occurredAt!: number;

  @Column({ type: 'bigint', name: 'received_at' })
  receivedAt!: number;
}
