import { ApiProperty } from '@nestjs/swagger';
import {
  DELIVERY_ERRORS,
  DELIVERY_STATUSES,
  MOST_EARLIER_ATTEMPTS,
  type DeliveryError,
  type DeliveryStatus,
  type EarlierAttempt,
} from '../webhooks/webhook-delivery.entity';
import { bodyOf } from '../webhooks/webhook-body';
import type { ListedDelivery } from '../webhooks/webhook-deliveries.service';
import { WEBHOOK_STATES, type WebhookState } from '../webhooks/webhook-endpoints.service';
import { DISABLED_REASONS, type DisabledReason, type WebhookEndpoint } from '../webhooks/webhook-endpoint.entity';
import {
  SENT_EVENT_TYPES,
  WEBHOOK_EVENT_TYPES,
  type SentEventType,
  type WebhookEventType,
} from '../webhooks/webhook-event-types';

const TIME = '2026-11-28T09:30:00.000Z';
const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const time = (description: string): PropertyDecorator =>
  ApiProperty({ type: String, format: 'date-time', nullable: true, description, example: TIME });
const secret = (): PropertyDecorator =>
  ApiProperty({
    description: 'The key of its signatures (Standard Webhooks 1.0.0). Shown only now.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
  });

export class WebhookResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the webhook.', example: 3 })
  id!: number;

  @ApiProperty({ description: 'Where events are posted to.', example: 'https://example.org/hooks' })
  url!: string;

  @ApiProperty({
    enum: WEBHOOK_EVENT_TYPES,
    isArray: true,
    nullable: true,
    description: 'What it is told; null: all.',
    example: ['batch.completed', 'credits.low'],
  })
  event_types!: WebhookEventType[] | null;

  @ApiProperty({
    enum: WEBHOOK_STATES,
    description:
      '`warning`: nothing but failures for a day. After five days of them it is switched off; nothing is sent to one that is off.',
    example: 'on',
  })
  state!: WebhookState;

  @time('When it was switched off; null: it is on.')
  disabled_at!: string | null;

  @ApiProperty({
    enum: DISABLED_REASONS,
    nullable: true,
    description: 'Why: somebody did it, it answered 410 (`gone`), or it failed for five days. Null: it is on.',
    example: null,
  })
  disabled_reason!: DisabledReason | null;

  @time('Since when nothing but failures came; null: all is well.')
  failing_since!: string | null;

  @time('When an attempt last failed; null: never.')
  last_failure_at!: string | null;

  @time('When an attempt last succeeded, up to a minute late; null: never.')
  last_success_at!: string | null;

  @time('Until when the secret before signs too; null: there is none.')
  old_secret_until!: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it was made.', example: TIME })
  created_at!: string;
}

export class KeyedWebhookResponse extends WebhookResponse {
  @secret()
  secret!: string;
}

export class TestedWebhookResponse {
  @ApiProperty({ description: 'The `webhook-id` of the event.', example: 'msg_2b0s9Q1mD4yq3kqv3T0nq5aV' })
  event_id!: string;
}

export class RecoveredWebhookResponse {
  @ApiProperty({ type: 'integer', description: 'Events that are sent again.', example: 12 })
  count!: number;
}

export class WebhookAttemptResponse {
  @ApiProperty({ format: 'date-time', description: 'When it began.', example: TIME })
  attempted_at!: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'How long it took, in milliseconds.', example: 41 })
  latency_ms!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The status of its answer; null: none.', example: 503 })
  http_status!: number | null;

  @ApiProperty({
    enum: DELIVERY_ERRORS,
    nullable: true,
    description: 'Why it failed; null: it did not.',
    example: 'status',
  })
  error!: DeliveryError | null;
}

export class WebhookDeliveryResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the delivery.', example: 71 })
  id!: number;

  @ApiProperty({ description: 'The `webhook-id` of its event.', example: 'msg_2b0s9Q1mD4yq3kqv3T0nq5aV' })
  event_id!: string;

  @ApiProperty({ enum: SENT_EVENT_TYPES, description: 'What happened.', example: 'batch.completed' })
  type!: SentEventType;

  @ApiProperty({
    enum: DELIVERY_STATUSES,
    description:
      '`pending`: there is a next attempt; `failed`: there is none any more; `stopped`: its turn came while the webhook was off.',
    example: 'delivered',
  })
  status!: DeliveryStatus;

  @ApiProperty({ type: 'integer', description: 'Attempts so far.', example: 1 })
  attempts!: number;

  @time('When the next attempt is made; null: there is none.')
  next_attempt_at!: string | null;

  @time('When the last attempt began; null: there was none.')
  attempted_at!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'How long it took, in milliseconds.', example: 41 })
  latency_ms!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The status of its answer; null: none.', example: 204 })
  http_status!: number | null;

  @ApiProperty({
    enum: DELIVERY_ERRORS,
    nullable: true,
    description:
      'Why it failed; null: it did not. `status` is an answer that is no 2xx; `forbidden_address` one inside of a network. `http_not_allowed`: its address begins with http, which the service sends nothing to.',
    example: null,
  })
  error!: DeliveryError | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The beginning of the answer's body, 1 kB at most; null: none.",
    example: null,
  })
  response!: string | null;

  @ApiProperty({
    type: [WebhookAttemptResponse],
    description: `Attempts before the last, the oldest first; of more than ${MOST_EARLIER_ATTEMPTS} the newest.`,
  })
  earlier_attempts!: WebhookAttemptResponse[];

  @ApiProperty({ format: 'date-time', description: 'When it happened.', example: TIME })
  occurred_at!: string;

  @ApiProperty({
    description: 'The body that is posted.',
    example: '{"type":"test","timestamp":"2026-11-28T09:30:00.000Z","data":{"webhook_id":3}}',
  })
  body!: string;
}

export class WebhookDeliveryPageResponse {
  @ApiProperty({ type: [WebhookDeliveryResponse], description: 'The newest first.' })
  deliveries!: WebhookDeliveryResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: none.',
    example: null,
  })
  next_before!: number | null;
}

export function toWebhookResponse(endpoint: WebhookEndpoint, state: WebhookState): WebhookResponse {
  return {
    id: endpoint.id,
    url: endpoint.url,
    event_types: endpoint.eventTypes,
    state,
    disabled_at: instant(endpoint.disabledAt),
    disabled_reason: endpoint.disabledReason,
    failing_since: instant(endpoint.failingSince),
    last_failure_at: instant(endpoint.lastFailureAt),
    last_success_at: instant(endpoint.lastSuccessAt),
    old_secret_until: instant(endpoint.oldSecretUntil),
    created_at: new Date(endpoint.createdAt).toISOString(),
  };
}

export function toWebhookDeliveryResponse({ delivery, event }: ListedDelivery): WebhookDeliveryResponse {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    type: event.type,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: instant(delivery.nextAttemptAt),
    attempted_at: instant(delivery.attemptedAt),
    latency_ms: delivery.latencyMs,
    http_status: delivery.httpStatus,
    error: delivery.error,
    response: delivery.response,
    earlier_attempts: (delivery.earlierAttempts ?? []).map(toWebhookAttemptResponse),
    occurred_at: new Date(event.occurredAt).toISOString(),
    body: bodyOf(event),
  };
}

function toWebhookAttemptResponse(attempt: EarlierAttempt): WebhookAttemptResponse {
  const { attemptedAt, latencyMs, httpStatus, error } = attempt;
  return { attempted_at: new Date(attemptedAt).toISOString(), latency_ms: latencyMs, http_status: httpStatus, error };
}
