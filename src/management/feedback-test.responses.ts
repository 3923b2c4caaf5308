import { ApiProperty } from '@nestjs/swagger';
import { FEEDBACK_EVENT_TYPES, type FeedbackEventType } from '../feedback/events/feedback-event';
import { TEST_SIGNATURES, type TestSignature } from '../feedback/events/test-event/test-event';
import type { SourceTest } from '../feedback/test-events/source-tests.service';

export const TEST_STATES = ['none', 'waiting', 'read', 'refused'] as const;
export type TestState = (typeof TEST_STATES)[number];

export class ReadTestEventResponse {
  @ApiProperty({ enum: FEEDBACK_EVENT_TYPES, description: 'What it was read as.', example: 'hard_bounce' })
  type!: FeedbackEventType;

  @ApiProperty({
    type: String,
    enum: ['strong', 'weak', null],
    nullable: true,
    description: 'Of a hard bounce: whether it leaves no doubt.',
    example: 'strong',
  })
  strength!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The made-up recipient.',
    example: 'nobody@feedback-test.invalid',
  })
  email!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The reply code.', example: 550 })
  smtp_code!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The enhanced status code.', example: '5.1.1' })
  enhanced_code!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The words of the bounce.', example: '550 5.1.1 …' })
  diagnostic!: string | null;
}

export class FeedbackTestResponse {
  @ApiProperty({
    enum: TEST_STATES,
    description:
      '`none`: no test event was ever sent. `waiting`: it is in the inbox. `read`: it went all the way. `refused`: it was not taken, or could not be read.',
    example: 'read',
  })
  state!: TestState;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was sent.',
    example: '2026-11-28T09:30:00.000Z',
  })
  sent_at!: string | null;

  @ApiProperty({
    enum: TEST_SIGNATURES,
    description:
      "`checked`: a signature was made as the provider's is, and checked. `not_checked`: the provider alone holds the key that makes them. `none`: this source has none to check.",
    example: 'checked',
  })
  signature!: TestSignature;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Milliseconds until it was read; null: it was not.',
    example: 412,
  })
  duration_ms!: number | null;

  @ApiProperty({ type: ReadTestEventResponse, nullable: true, description: 'As what it was read; null: it was not.' })
  event!: ReadTestEventResponse | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why it was refused, in a sentence; else null.',
    example: null,
  })
  reason!: string | null;
}

export function toFeedbackTestResponse({ sentAt, signature, outcome }: SourceTest): FeedbackTestResponse {
  const common = { sent_at: sentAt === null ? null : new Date(sentAt).toISOString(), signature };
  const nothing = { duration_ms: null, event: null, reason: null };
  if (sentAt === null) return { state: 'none', ...common, ...nothing };
  if (outcome === null) return { state: 'waiting', ...common, ...nothing };
  if (outcome.state === 'refused') return { state: 'refused', ...common, ...nothing, reason: outcome.reason };
  const { type, strength, email, smtpCode, enhancedCode, diagnostic } = outcome.event;
  return {
    state: 'read',
    ...common,
    duration_ms: Math.max(0, outcome.at - sentAt),
    event: { type, strength, email, smtp_code: smtpCode, enhanced_code: enhancedCode, diagnostic },
    reason: null,
  };
}
