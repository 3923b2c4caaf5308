import { ApiProperty } from '@nestjs/swagger';
import { ToldEventsResponse } from '../../feedback/api/feedback.responses';
import { FEEDBACK_EVENT_TYPES, type FeedbackEventType } from '../../feedback/events/feedback-event';
import { IMPORTED_TYPES, type ImportedRows, type ImportedType } from '../export-import.service';
import type { ReadReport } from '../report-intake.service';

export class ReportedEventResponse {
  @ApiProperty({ enum: FEEDBACK_EVENT_TYPES, description: 'What happened.', example: 'hard_bounce' })
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
    description: 'The recipient; null where it can not be told who was meant.',
    example: 'jane.doe@example.org',
  })
  email!: string | null;
}

export class FeedbackReportResponse extends ToldEventsResponse {
  @ApiProperty({ type: [ReportedEventResponse], description: 'What the message was read as, in its order.' })
  events!: ReportedEventResponse[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why nothing, or less than it seems, follows from the message; null: there is nothing to say.',
    example: null,
  })
  message!: string | null;
}

export class RejectedRowResponse {
  @ApiProperty({
    type: 'integer',
    description: 'The line of the file (row of the sheet) on which it begins.',
    example: 3,
  })
  line!: number;

  @ApiProperty({ description: 'What is wrong with it.', example: '"email" must be an email address.' })
  message!: string;
}

export class FeedbackImportResponse {
  @ApiProperty({ type: 'integer', description: 'Rows of the file that are not blank.', example: 4 })
  rows!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that were taken.', example: 2 })
  accepted!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that had been told before.', example: 1 })
  duplicates!: number;

  @ApiProperty({
    type: 'object',
    description:
      'What the rows that were taken, or told before, were read as. `unknown` and `block` say nothing of their addresses: a bare `bounce` needs the words or codes of the host, or `hard_bounce` as its type.',
    properties: Object.fromEntries(IMPORTED_TYPES.map((type) => [type, { type: 'integer' }])),
    required: IMPORTED_TYPES,
    additionalProperties: false,
    example: { ...Object.fromEntries(IMPORTED_TYPES.map((type) => [type, 0])), hard_bounce: 2, complaint: 1 },
  })
  events!: Record<ImportedType, number>;

  @ApiProperty({ type: 'integer', description: 'Rows that were not taken.', example: 1 })
  rejected_count!: number;

  @ApiProperty({ type: [RejectedRowResponse], maxItems: 100, description: 'The first 100 of those.' })
  rejected!: RejectedRowResponse[];
}

export function toFeedbackReportResponse(report: ReadReport): FeedbackReportResponse {
  const { accepted, duplicates, rejected, events, message } = report;
  return {
    accepted,
    duplicates,
    rejected,
    events: events.map(({ type, strength, recipient }) => ({
      type,
      strength: strength ?? null,
      email: recipient ?? null,
    })),
    message,
  };
}

export function toFeedbackImportResponse(imported: ImportedRows): FeedbackImportResponse {
  const { rejectedCount, ...others } = imported;
  return { ...others, rejected_count: rejectedCount };
}
