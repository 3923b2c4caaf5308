import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { WebhookEventType } from './webhook-event-types';

/** Why an endpoint is off: somebody switched it off, it answered 410, or it has failed for days. */
export const DISABLED_REASONS = ['switched_off', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/**
 * Where an organization is told of what happens. Written by `WebhookEndpoints`; what its answers say of it by `WebhookSender`.
 * Instants are milliseconds since the epoch.
 */
@Entity('webhook_endpoints')
@Index('webhook_endpoints_organization', ['organizationId', 'id'])
export class WebhookEndpoint {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  @Column({ type: 'text' })
  url!: string;

  /** A JSON list, which statements search as text; null: all. */
  @Column({ type: 'simple-json', name: 'event_types', nullable: true })
  eventTypes!: WebhookEventType[] | null;

  /** The key of the signatures, sealed by `WebhookSecrets`. */
  @Column({ type: 'text' })
  secret!: string;

  /** The key before, by which it is signed too until `oldSecretUntil`. */
  @Column({ type: 'text', name: 'old_secret', nullable: true })
  oldSecret!: string | null;

  @Column({ type: 'bigint', name: 'old_secret_until', nullable: true })
  oldSecretUntil!: number | null;

  /** When it was switched off. */
  @Column({ type: 'bigint', name: 'disabled_at', nullable: true })
  disabledAt!: number | null;

  @Column({ type: 'varchar', length: 16, name: 'disabled_reason', nullable: true })
  disabledReason!: DisabledReason | null;

  /** Since when nothing but failures came; null: the last attempt succeeded, or there was none. */
  @Column({ type: 'bigint', name: 'failing_since', nullable: true })
  failingSince!: number | null;

  /** When mail was sent of its failing for a day; one before `failingSince` was of other failures. */
  @Column({ type: 'bigint', name: 'warned_at', nullable: true })
  warnedAt!: number | null;

  @Column({ type: 'bigint', name: 'last_failure_at', nullable: true })
  lastFailureAt!: number | null;

  /** Up to a minute late. */
  @Column({ type: 'bigint', name: 'last_success_at', nullable: true })
  lastSuccessAt!: number | null;

  /** Nothing is sent to it before then: it asked for a pause, or is out of reach. */
  @Column({ type: 'bigint', name: 'paused_until', default: 0 })
  pausedUntil!: number;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
