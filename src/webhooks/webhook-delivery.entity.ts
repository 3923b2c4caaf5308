import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** `failed`: no attempt is left. `stopped`: its turn came while the endpoint was off. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'stopped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt failed. */
export const DELIVERY_ERRORS = [
  'http_not_allowed',
  'dns',
  'forbidden_address',
  'connection',
  'tls',
  'timeout',
  'redirect',
  'status',
  'secret',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

/** An attempt that others followed. */
export interface EarlierAttempt {
  attemptedAt: number;
  latencyMs: number | null;
  httpStatus: number | null;
  error: DeliveryError | null;
}

/** Of these the newest are kept: as many as two rounds of attempts have. */
export const MOST_EARLIER_ATTEMPTS = 20;

/**
 * One event on its way to one endpoint, with its last attempt. Begun by `WebhookOutbox`, with the event; then written by
 * `DeliveriesRepository`. Instants are milliseconds since the epoch.
 */
@Entity('webhook_deliveries')
@Unique('webhook_deliveries_once', ['eventId', 'endpointId'])
@Index('webhook_deliveries_organization', ['organizationId', 'id'])
@Index('webhook_deliveries_pages', ['endpointId', 'id'])
@Index('webhook_deliveries_next', ['endpointId', 'nextAttemptAt'])
@Index('webhook_deliveries_due', ['nextAttemptAt', 'endpointId'])
@Index('webhook_deliveries_created_at', ['createdAt'])
export class WebhookDelivery {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  @Column({ type: 'int', name: 'endpoint_id' })
  endpointId!: number;

  @Column({ type: 'varchar', length: 40, name: 'event_id' })
  eventId!: string;

  @Column({ type: 'varchar', length: 16 })
  status!: DeliveryStatus;

  /** Made since it was begun, or sent again by hand. */
  @Column({ type: 'int', default: 0 })
  attempts!: number;

  /** Null: none. While an attempt is being made: when it counts as lost with its process. */
  @Column({ type: 'bigint', name: 'next_attempt_at', nullable: true })
  nextAttemptAt!: number | null;

  /** Which attempt has it in hand; null: none. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  claim!: string | null;

  /** The last attempt, and how it went. */
  @Column({ type: 'bigint', name: 'attempted_at', nullable: true })
  attemptedAt!: number | null;

  @Column({ type: 'int', name: 'latency_ms', nullable: true })
  latencyMs!: number | null;

  /** Null: no answer came. */
  @Column({ type: 'int', name: 'http_status', nullable: true })
  httpStatus!: number | null;

  /** Null: it succeeded. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  error!: DeliveryError | null;

  /** Attempts before the last, the oldest first; null: there was none. */
  @Column({ type: 'simple-json', name: 'earlier_attempts', nullable: true })
  earlierAttempts!: EarlierAttempt[] | null;

  /** The beginning of the answer's body. */
  @Column({ type: 'text', nullable: true })
  response!: string | null;

  /** When the event happened. */
  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
