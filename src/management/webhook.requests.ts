import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsISO8601, IsOptional, IsString, Matches, ValidateBy } from 'class-validator';
import { ApiPathId } from '../common/openapi/api-path-id.decorator';
import { PageLimitField, type PageQuery } from '../common/page-query';
import { BeforeField, IdField, WordsField } from '../common/url-fields.decorators';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../webhooks/webhook-delivery.entity';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../webhooks/webhook-event-types';

const URL_FAULT = 'The url field must be a text.';
const EVENTS_FAULT = `The event_types field must be null or a list of ${WEBHOOK_EVENT_TYPES.join(', ')}.`;
const SINCE_FAULT = 'The since field must be a date and time such as 2026-11-28T09:30:00Z.';
/** RFC 3339. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
/** Null, or some of them. */
function EventTypesField(description: string): PropertyDecorator {
  const areSome = (value: unknown): boolean =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => (WEBHOOK_EVENT_TYPES as readonly unknown[]).includes(one));
  return applyDecorators(
    ValidateBy({ name: 'eventTypes', validator: { validate: areSome, defaultMessage: () => EVENTS_FAULT } }),
    IsOptional(),
    ApiProperty({
      enum: WEBHOOK_EVENT_TYPES,
      isArray: true,
      required: false,
      nullable: true,
      minItems: 1,
      description,
      example: ['batch.completed', 'credits.low'],
    }),
  );
}

export class WebhookPath {
  @IdField()
  @ApiPathId('Id of the webhook.', 3)
  webhookId!: number;
}

export class WebhookDeliveryPath extends WebhookPath {
  @IdField()
  @ApiPathId('Id of the delivery.', 71)
  deliveryId!: number;
}

export class CreateWebhookRequest {
  @IsString({ message: URL_FAULT })
  @ApiProperty({ description: 'Where events are posted to.', maxLength: 2000, example: 'https://example.org/hooks' })
  url!: string;

  @EventTypesField('What it is told; left out or null: all.')
  event_types: WebhookEventType[] | null = null;
}

export class ChangeWebhookRequest {
  @IsOptional()
  @IsString({ message: URL_FAULT })
  @ApiProperty({
    type: String,
    required: false,
    nullable: true,
    description: 'Where events are posted to from now on; left out or null, it stays.',
    maxLength: 2000,
    example: 'https://example.org/hooks',
  })
  url?: string | null;

  @EventTypesField('What it is told from now on; null: all; left out, it stays.')
  event_types?: WebhookEventType[] | null;

  @IsOptional()
  @IsBoolean({ message: 'The is_enabled field must be true or false.' })
  @ApiProperty({
    type: Boolean,
    required: false,
    nullable: true,
    description: 'Whether it is on; left out or null, it stays.',
    example: true,
  })
  is_enabled?: boolean | null;
}

export class RecoverWebhookRequest {
  @IsISO8601({ strict: true }, { message: SINCE_FAULT })
  @Matches(INSTANT, { message: SINCE_FAULT })
  @IsString({ message: SINCE_FAULT })
  @ApiProperty({
    format: 'date-time',
    description: 'What happened from then on is sent again, if it did not arrive.',
    example: '2026-11-28T09:30:00Z',
  })
  since!: string;
}

export const DELIVERIES_OF_A_PAGE = 20;

export class WebhookDeliveriesQuery implements PageQuery {
  @PageLimitField()
  limit: number = DELIVERIES_OF_A_PAGE;

  @BeforeField()
  before: number | null = null;

  @WordsField('status', DELIVERY_STATUSES)
  status: DeliveryStatus[] | null = null;
}
