import { ApiProperty } from '@nestjs/swagger';
import { OPEN_STATUSES } from '../batches/batch';
import type { OpenBatch } from '../batches/open-batches';
import { iso } from './account.responses';

export class OpenBatchResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the batch.', example: 123 })
  id!: number;

  @ApiProperty({ description: 'Its name; addresses in it are masked.', example: 'Newsletter, November' })
  name!: string;

  @ApiProperty({ type: 'integer', description: 'Whose it is.', example: 1 })
  organization_id!: number;

  @ApiProperty({ description: 'Name of that organization.', example: 'Garden Tools Ltd' })
  organization_name!: string;

  @ApiProperty({ enum: OPEN_STATUSES, description: 'How far it is.', example: 'processing' })
  status!: (typeof OPEN_STATUSES)[number];

  @ApiProperty({ type: 'integer', description: 'Rows of it.', example: 1000 })
  total_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that have their answer.', example: 250 })
  processed_count!: number;

  @ApiProperty({ format: 'date-time', description: 'When it was sent.', example: '2026-11-28T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When rows of it were last answered, or it was sent.',
    example: '2026-11-28T09:31:00.000Z',
  })
  updated_at!: string;
}

export class OpenBatchPageResponse {
  @ApiProperty({ type: [OpenBatchResponse], description: 'Batches at work, the newest first.' })
  batches!: OpenBatchResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: number | null;
}

export function toOpenBatch(batch: OpenBatch): OpenBatchResponse {
  return {
    id: batch.id,
    name: batch.name,
    organization_id: batch.organizationId,
    organization_name: batch.organizationName,
    status: batch.status,
    total_count: batch.totalCount,
    processed_count: batch.processedCount,
    created_at: iso(batch.createdAt),
    updated_at: iso(batch.updatedAt),
  };
}
