import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsOptional,
  IsString,
  MaxLength,
  Validate,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { PageLimitField, type PageQuery } from '../../common/page-query';
import { BeforeField, OptionalIdField, WordsField } from '../../common/url-fields.decorators';
import { normaliseAddress } from '../../engine';
import { FEEDBACK_EVENT_TYPES, type FeedbackEventType } from '../events/feedback-event';
import { GENERIC_EVENT_TYPES, type GenericEventType } from '../events/providers/generic/generic-event';

export const EVENTS_OF_A_PAGE = 50;
export const READ_REFUSAL = 'Token does not have permission to read feedback.';
const ADDRESS_FAULT = 'The address is not a well-formed e-mail address.';

@ValidatorConstraint()
class IsAddress implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && normaliseAddress(value) === value;
  }
}

/** As the verdicts know it; what is none stays as it is, and is refused. */
const normalised = ({ value }: { value: unknown }): unknown =>
  typeof value === 'string' ? (normaliseAddress(value) ?? value) : value;

/** The path of what is known of an address. */
export class AddressPath {
  @Validate(IsAddress, { message: ADDRESS_FAULT })
  @Transform(normalised)
  address!: string;
}

/** Which events. */
export class FeedbackEventsQuery implements PageQuery {
  @BeforeField()
  before: number | null = null;

  @PageLimitField()
  limit: number = EVENTS_OF_A_PAGE;

  /** Events of these types only; null: all. */
  @WordsField('type', FEEDBACK_EVENT_TYPES)
  type: FeedbackEventType[] | null = null;

  /** Those of this source; 0: those that programs and files told; null: all. */
  @OptionalIdField({ hasZero: true })
  source_id: number | null = null;

  /** Those about this address; null: all. */
  @IsOptional()
  @Validate(IsAddress, { message: ADDRESS_FAULT })
  @MaxLength(320, { message: ADDRESS_FAULT })
  @IsString({ message: ADDRESS_FAULT })
  @Transform((given) => (given.value === '' ? null : normalised(given)))
  email: string | null = null;
}

/** An event as a program tells it; for the document alone, since each is judged by itself. */
export class ToldEventRequest {
  @ApiProperty({
    required: false,
    maxLength: 255,
    description:
      'Your id of the event: told again, it is taken once. Left out, all fields together tell it from others.',
    example: 'evt-1',
  })
  id?: string;

  @ApiProperty({
    enum: GENERIC_EVENT_TYPES,
    description:
      'What happened. `bounce`: by its codes and words the service finds out which kind. `block` is a refusal because of the sender, and says nothing of the address.',
    example: 'bounce',
  })
  type!: GenericEventType;

  @ApiProperty({
    description:
      'The recipient: an address as a single check takes it, other alphabets included, with or without a name in front of it (`Jane <jane.doe@example.org>`). A dot behind the domain makes it none.',
    example: 'jane.doe@example.org',
  })
  email!: string;

  @ApiProperty({ format: 'date-time', description: 'When it happened.', example: '2026-11-28T09:30:00Z' })
  occurred_at!: string;

  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 200,
    maximum: 599,
    description: 'The reply code.',
    example: 550,
  })
  smtp_code?: number;

  @ApiProperty({ required: false, description: 'The enhanced status code (RFC 3463).', example: '5.1.1' })
  enhanced_code?: string;

  @ApiProperty({
    required: false,
    maxLength: 1000,
    description: "The receiving server's words.",
    example: '550 5.1.1 User unknown',
  })
  diagnostic?: string;

  @ApiProperty({
    required: false,
    maxLength: 255,
    description:
      'Id of the mail: two bounces of one mail count once. Left out, bounces of an address within a day are taken for those of one mail.',
    example: '<1@example.com>',
  })
  message_id?: string;

  @ApiProperty({ required: false, maxLength: 100, description: 'Of `unsubscribe`: the list.', example: 'newsletter' })
  scope?: string;
}

export class ToldEventsRequest {
  @ApiProperty({ type: [ToldEventRequest], minItems: 1, maxItems: 1000, description: 'The events.' })
  events!: ToldEventRequest[];
}
