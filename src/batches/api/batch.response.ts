import { ApiProperty } from '@nestjs/swagger';
import { BATCH_STATUSES, progress, type BatchSummary } from '../batch';

/** A batch and how far it is. `valid + invalid + risky + unknown = processed ≤ total` at every moment. */
export class BatchResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the batch.', example: 123 })
  id!: number;

  @ApiProperty({ description: 'The name given at creation.', example: 'Newsletter, November' })
  name!: string;

  @ApiProperty({
    enum: BATCH_STATUSES,
    description:
      'The results can be downloaded once it is `completed`; of a `cancelled` batch, those that were there by then.',
    example: 'processing',
  })
  status!: string;

  @ApiProperty({ type: 'integer', description: 'Rows of the file. Never changes.', example: 1000 })
  total_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows with an answer so far.', example: 250 })
  processed_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that are `valid`.', example: 200 })
  valid_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that are `invalid`.', example: 20 })
  invalid_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that are `risky` or `catch_all`.', example: 20 })
  risky_count!: number;

  @ApiProperty({ type: 'integer', description: 'Rows that are `unknown`.', example: 10 })
  unknown_count!: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Credits charged so far: 1 for each row with a verdict of its own; repeats, cached results, malformed rows and `unknown` are free.',
    example: 230,
  })
  credits_used!: number;

  @ApiProperty({ type: Number, description: 'Percent, 0 to 100, with two decimals at most.', example: 25 })
  progress!: number;

  @ApiProperty({
    format: 'date-time',
    description: 'When it was created (ISO 8601, UTC).',
    example: '2026-11-28T09:30:00.000Z',
  })
  created_at!: string;

  @ApiProperty({
    format: 'date-time',
    description: 'When it last changed (ISO 8601, UTC).',
    example: '2026-11-28T09:31:00.000Z',
  })
  updated_at!: string;
}

export function toBatchResponse(batch: BatchSummary): BatchResponse {
  return {
    id: batch.id,
    name: batch.name,
    status: batch.status,
    total_count: batch.totalCount,
    processed_count: batch.processedCount,
    valid_count: batch.validCount,
    invalid_count: batch.invalidCount,
    risky_count: batch.riskyCount,
    unknown_count: batch.unknownCount,
    credits_used: batch.creditsUsed,
    progress: progress(batch),
    created_at: new Date(batch.createdAt).toISOString(),
    updated_at: new Date(batch.updatedAt).toISOString(),
  };
}
