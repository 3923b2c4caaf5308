import { ApiProperty, OmitType } from '@nestjs/swagger';
import { BatchSummaryResponse, toBatchSummaryResponse } from '../batches/api/batch-summary.response';
import type { SharedLink } from '../batches/sharing/summary-links.service';
import type { BatchReport } from '../batches/summary/batch-report';

export class SummaryLinkResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the link.', example: 3 })
  id!: number;

  @ApiProperty({ format: 'date-time', description: 'When it was made.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ format: 'date-time', description: 'Until when it works.', example: '2026-12-28T09:30:00.000Z' })
  expires_at!: string;
}

export class NewSummaryLinkResponse extends SummaryLinkResponse {
  @ApiProperty({
    description: 'What to pass on: the path of a page of this service. Shown only now.',
    example: '/dashboard/#/shared/q7Jm2b0s9Q1mD4yq3kqv3T0nq5aVwXcO8s1H2h7Yb6E',
  })
  link!: string;
}

/** The summary of a batch, for whoever has a link to it. */
export class SharedSummaryResponse extends OmitType(BatchSummaryResponse, [
  'id',
  'credits_used',
  'continues_id',
  'continued_by_id',
] as const) {
  @ApiProperty({ format: 'date-time', description: 'Until when the link works.', example: '2026-12-28T09:30:00.000Z' })
  link_expires_at!: string;
}

export function toSummaryLinkResponse({ id, createdAt, expiresAt }: SharedLink): SummaryLinkResponse {
  return { id, created_at: new Date(createdAt).toISOString(), expires_at: new Date(expiresAt).toISOString() };
}

export function toSharedSummaryResponse(report: BatchReport, expiresAt: number): SharedSummaryResponse {
  const {
    id: _,
    credits_used: __,
    continues_id: ___,
    continued_by_id: ____,
    ...shown
  } = toBatchSummaryResponse(report);
  return { ...shown, link_expires_at: new Date(expiresAt).toISOString() };
}
