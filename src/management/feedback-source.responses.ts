import { ApiProperty } from '@nestjs/swagger';
import { FEEDBACK_PROVIDERS, type FeedbackProviderName } from '../feedback/events/feedback-provider';
import type { FeedbackSource } from '../feedback/sources/feedback-source.entity';

const TIME = '2026-11-28T09:30:00.000Z';
const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
const time = (description: string): PropertyDecorator =>
  ApiProperty({ type: String, format: 'date-time', nullable: true, description, example: TIME });
const count = (description: string): PropertyDecorator => ApiProperty({ type: 'integer', description, example: 12 });

export class FeedbackSourceResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the source.', example: 4 })
  id!: number;

  @ApiProperty({ enum: FEEDBACK_PROVIDERS, description: 'Who sends the mails.', example: 'ses' })
  provider!: FeedbackProviderName;

  @ApiProperty({ description: 'What it is called.', example: 'Newsletter' })
  name!: string;

  @ApiProperty({ description: 'Whether what it tells is taken.', example: true })
  is_enabled!: boolean;

  @ApiProperty({ description: "Whether a key of the provider's signatures is there.", example: false })
  has_secret!: boolean;

  @time('Until when the key before is taken too; null: there is none.')
  old_secret_until!: string | null;

  @time('Until when the address before is taken too; null: there is none.')
  old_address_until!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Amazon SES: the topic that the source is bound to, the first that asked; else null.',
    example: null,
  })
  topic_arn!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Amazon SES: the address at which the subscription of that topic is confirmed; else null.',
    example: null,
  })
  confirmation_url!: string | null;

  @count('Events that were taken.')
  event_count!: number;

  @count('Events that were told again.')
  duplicate_count!: number;

  @count('Events that mean nothing here, such as opened mails.')
  ignored_count!: number;

  @count('Requests that were refused or could not be read.')
  fault_count!: number;

  @time('When an event was last taken; null: never.')
  last_event_at!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The last fault, in a sentence; else null.',
    example: null,
  })
  last_error!: string | null;

  @time('When that was; else null.')
  last_error_at!: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it was made.', example: TIME })
  created_at!: string;
}

export class AddressedFeedbackSourceResponse extends FeedbackSourceResponse {
  @ApiProperty({
    description: 'What the provider is given. Shown only now.',
    example: 'https://check.example.org/v1/feedback/in/4/q7Jm2b0s9Q1mD4yq3kqv3T0nq5aVwXcO8s1H2h7Yb6E',
  })
  url!: string;
}

export class RotatedFeedbackSourceResponse extends FeedbackSourceResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The new address, shown only now; null: the key is new.',
    example: null,
  })
  url!: string | null;
}

export function toFeedbackSourceResponse(source: FeedbackSource): FeedbackSourceResponse {
  return {
    id: source.id,
    provider: source.provider,
    name: source.name,
    is_enabled: source.disabledAt === null,
    has_secret: source.secret !== null,
    old_secret_until: instant(source.oldSecretUntil),
    old_address_until: instant(source.oldTokenUntil),
    topic_arn: source.topicArn,
    confirmation_url: source.confirmationUrl,
    event_count: source.eventCount,
    duplicate_count: source.duplicateCount,
    ignored_count: source.ignoredCount,
    fault_count: source.faultCount,
    last_event_at: instant(source.lastEventAt),
    last_error: source.lastError,
    last_error_at: instant(source.lastErrorAt),
    created_at: new Date(source.createdAt).toISOString(),
  };
}
