import { ApiProperty } from '@nestjs/swagger';
import { STATUSES, type Status } from '../../engine';
import { OUTCOMES, type AnsweredVerdict, type Outcome } from '../accuracy/answered-verdict.entity';
import { FEEDBACK_EVENT_TYPES, type FeedbackEventType } from '../events/feedback-event';
import type { AddressState } from '../known/fold-events';
import { KNOWN_KINDS, type Known, type KnownKind } from '../known/known-kind';
import type { StoredEvent } from '../record/stored-event.entity';

const TIME = '2026-11-28T09:30:00.000Z';
const instant = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

export class RejectedEventResponse {
  @ApiProperty({ type: 'integer', description: 'Its place in the list, from 0 on.', example: 3 })
  index!: number;

  @ApiProperty({ description: 'What is wrong with it.', example: '"email" must be an email address.' })
  message!: string;
}

export class ToldEventsResponse {
  @ApiProperty({ type: 'integer', description: 'Events that were taken.', example: 2 })
  accepted!: number;

  @ApiProperty({ type: 'integer', description: 'Events that had been told before.', example: 1 })
  duplicates!: number;

  @ApiProperty({ type: [RejectedEventResponse], description: 'Events that were not taken.' })
  rejected!: RejectedEventResponse[];
}

export class FeedbackEventResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the event.', example: 17 })
  id!: number;

  @ApiProperty({ enum: FEEDBACK_EVENT_TYPES, description: 'What happened.', example: 'hard_bounce' })
  type!: FeedbackEventType;

  @ApiProperty({
    type: String,
    enum: ['strong', 'weak', null],
    nullable: true,
    description: 'Of a hard bounce: whether it leaves no doubt; a weak one counts once a second mail has met one.',
    example: 'strong',
  })
  strength!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The recipient; null where it can not be told who was meant.',
    example: 'jane.doe@example.org',
  })
  email!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The source; null: a program of yours.', example: 4 })
  source_id!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The reply code.', example: 550 })
  smtp_code!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The enhanced status code.', example: '5.1.1' })
  enhanced_code!: string | null;

  @ApiProperty({ type: String, nullable: true, description: "The server's words.", example: '550 5.1.1 User unknown' })
  diagnostic!: string | null;

  @ApiProperty({ type: String, nullable: true, description: "The provider's words.", example: 'Permanent/General' })
  provider_class!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Id of the mail.', example: '<1@example.com>' })
  message_id!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Of an unsubscription: the list.', example: null })
  scope!: string | null;

  @ApiProperty({ format: 'date-time', description: 'When it happened.', example: TIME })
  occurred_at!: string;

  @ApiProperty({ format: 'date-time', description: 'When it was told.', example: TIME })
  received_at!: string;
}

export class FeedbackEventsResponse {
  @ApiProperty({ type: [FeedbackEventResponse], description: 'The events, the newest first.' })
  events!: FeedbackEventResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'What `before` is for the next page; null: that was the last.',
    example: null,
  })
  next_before!: number | null;
}

const last = (what: string): object => ({
  type: String,
  format: 'date-time',
  nullable: true,
  description: `When the last ${what} happened; null: none is known.`,
  example: TIME,
});

export class GivenVerdictResponse {
  @ApiProperty({ enum: STATUSES, description: 'What was said.', example: 'valid' })
  status!: Status;

  @ApiProperty({ type: String, nullable: true, description: 'Why; null: there is no more to say.', example: null })
  sub_status!: string | null;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100, description: 'The confidence, in percent.', example: 97 })
  confidence!: number;

  @ApiProperty({ format: 'date-time', description: 'When it was said.', example: TIME })
  given_at!: string;

  @ApiProperty({
    type: String,
    enum: [...OUTCOMES, null],
    nullable: true,
    description: 'What came of the mails after it, as far as the next verdict; null: nothing is known.',
    example: 'delivered',
  })
  outcome!: Outcome | null;
}

export class KnownAddressResponse {
  @ApiProperty({ description: 'The address, as verdicts know it.', example: 'jane.doe@example.org' })
  email!: string;

  @ApiProperty({
    type: String,
    enum: [...KNOWN_KINDS, null],
    nullable: true,
    description: 'What counts of it now; null: nothing.',
    example: 'hard_bounce',
  })
  known!: KnownKind | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Since when that is so.',
    example: TIME,
  })
  since!: string | null;

  @ApiProperty(last('hard bounce'))
  last_hard_bounce_at!: string | null;

  @ApiProperty(last('soft bounce'))
  last_soft_bounce_at!: string | null;

  @ApiProperty(last('complaint'))
  last_complaint_at!: string | null;

  @ApiProperty(last('suppression'))
  last_suppression_at!: string | null;

  @ApiProperty(last('delivery'))
  last_delivery_at!: string | null;

  @ApiProperty({ type: [FeedbackEventResponse], description: 'Its last events, the newest first.' })
  events!: FeedbackEventResponse[];

  @ApiProperty({
    type: [GivenVerdictResponse],
    description: 'What you were answered about it in the last 30 days, the newest first.',
  })
  verdicts!: GivenVerdictResponse[];
}

export function toFeedbackEventResponse(event: StoredEvent): FeedbackEventResponse {
  return {
    id: event.id,
    type: event.type,
    strength: event.strength,
    email: event.email,
    source_id: event.sourceId === 0 ? null : event.sourceId,
    smtp_code: event.smtpCode,
    enhanced_code: event.enhancedCode,
    diagnostic: event.diagnostic,
    provider_class: event.providerClass,
    message_id: event.messageId,
    scope: event.scope,
    occurred_at: new Date(event.occurredAt).toISOString(),
    received_at: new Date(event.receivedAt).toISOString(),
  };
}

export function toKnownAddressResponse(
  email: string,
  { state, known }: { state: AddressState; known: Known | null },
  events: readonly StoredEvent[],
  verdicts: readonly AnsweredVerdict[],
): KnownAddressResponse {
  const hard = Math.max(state.strongAt ?? -Infinity, state.weak?.[0]?.at ?? -Infinity);
  return {
    email,
    known: known?.kind ?? null,
    since: instant(known?.since),
    last_hard_bounce_at: Number.isFinite(hard) ? instant(hard) : null,
    last_soft_bounce_at: instant(state.soft?.[0]?.at),
    last_complaint_at: instant(state.complaintAt),
    last_suppression_at: instant(state.suppressedAt),
    last_delivery_at: instant(state.deliveredAt),
    events: events.map(toFeedbackEventResponse),
    verdicts: verdicts.map(({ status, subStatus, confidence, givenAt, outcome }) => {
      return { status, sub_status: subStatus, confidence, given_at: new Date(givenAt).toISOString(), outcome };
    }),
  };
}
