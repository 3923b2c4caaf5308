import { ApiProperty } from '@nestjs/swagger';
import { STATUSES } from '../../engine';
import type { BatchReport } from '../summary/batch-report';
import { BatchResponse, toBatchResponse } from './batch.response';

export class ReasonCountResponse {
  @ApiProperty({ enum: STATUSES, description: 'The status of the rows.', example: 'invalid' })
  status!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why they have it; null: the status says it all.',
    example: 'mailbox_not_found',
  })
  sub_status!: string | null;

  @ApiProperty({ type: 'integer', description: 'How many rows.', example: 20 })
  count!: number;
}

export class ProviderCountResponse {
  @ApiProperty({
    description: 'Who takes mail for these rows, by their MX record; `other`: none of the providers that are known.',
    example: 'google',
  })
  provider!: string;

  @ApiProperty({ type: 'integer', description: 'How many rows.', example: 120 })
  count!: number;
}

const INSTANT = { type: String, format: 'date-time', nullable: true } as const;

/** A batch, why its rows have their answers, and how long it takes. It grows while the work goes on. */
export class BatchSummaryResponse extends BatchResponse {
  @ApiProperty({
    type: 'integer',
    description:
      'Rows that the following counts are about: all that have an answer, but those answered before such counts were kept.',
    example: 250,
  })
  counted_count!: number;

  @ApiProperty({ type: [ReasonCountResponse], description: 'The most frequent first. They add up to `counted_count`.' })
  reasons!: ReasonCountResponse[];

  @ApiProperty({
    type: [ProviderCountResponse],
    description: 'Rows whose domain names a mail host, by provider, the most frequent first.',
  })
  providers!: ProviderCountResponse[];

  @ApiProperty({ type: 'integer', description: 'Rows whose address stands in an earlier row, too.', example: 3 })
  duplicate_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that hold no well-formed address.', example: 2 })
  malformed_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows with a `did_you_mean`: likely typing errors.', example: 4 })
  suggestion_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows with an address of a role, such as `info@`.', example: 12 })
  role_account_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows with a throw-away address.', example: 5 })
  disposable_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows at a free mail provider.', example: 90 })
  free_provider_count!: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The batch whose open rows these are; null: none, or it is gone.',
    example: null,
  })
  continues_id!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The latest batch of open rows of this one; null: none.',
    example: null,
  })
  continued_by_id!: number | null;

  @ApiProperty({
    ...INSTANT,
    description: 'When the work on it began; null: not yet, or it was not noted.',
    example: '2026-11-28T09:30:01.000Z',
  })
  started_at!: string | null;

  @ApiProperty({ ...INSTANT, description: 'When it was completed or cancelled.', example: null })
  finished_at!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Seconds from start to end.', example: null })
  seconds_taken!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The speed: of about the last minute, or, once it has ended, of the whole.',
    example: 900,
  })
  rows_per_minute!: number | null;

  @ApiProperty({
    ...INSTANT,
    description: 'When it will be completed if it goes on at this speed; null: nobody can tell.',
    example: '2026-11-28T09:31:30.000Z',
  })
  expected_end_at!: string | null;
}

export function toBatchSummaryResponse(report: BatchReport): BatchSummaryResponse {
  return Object.assign(toBatchResponse(report.batch), {
    counted_count: report.counted,
    reasons: report.reasons.map(({ status, subStatus, count }) => ({ status, sub_status: subStatus, count })),
    providers: report.providers,
    duplicate_count: report.repeats,
    malformed_count: report.malformed,
    suggestion_count: report.suggestions,
    role_account_count: report.roleAccounts,
    disposable_count: report.disposable,
    free_provider_count: report.freeProviders,
    continues_id: report.continuesId,
    continued_by_id: report.continuedById,
    started_at: toText(report.startedAt),
    finished_at: toText(report.finishedAt),
    seconds_taken: report.tookMs === null ? null : Math.round(report.tookMs / 1000),
    rows_per_minute: report.rowsPerMinute,
    expected_end_at: toText(report.expectedEndAt),
  });
}

const toText = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());
