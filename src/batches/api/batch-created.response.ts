import { ApiProperty } from '@nestjs/swagger';
import { BATCH_STATUSES, type BatchSummary } from '../batch';

export class BatchCreatedResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the batch, to ask for its progress and results.', example: 123 })
  id!: number;

  @ApiProperty({ description: 'The name given.', example: 'Newsletter, November' })
  name!: string;

  @ApiProperty({ enum: BATCH_STATUSES, description: 'How far it is.', example: 'pending' })
  status!: string;

  @ApiProperty({ type: 'integer', description: 'Rows of the file, blank lines left out.', example: 1000 })
  total_count!: number;

  @ApiProperty({ enum: ['Batch validation started'], description: 'Always this.', example: 'Batch validation started' })
  message!: 'Batch validation started';
}

export function toBatchCreatedResponse({ id, name, status, totalCount }: BatchSummary): BatchCreatedResponse {
  return { id, name, status, total_count: totalCount, message: 'Batch validation started' };
}
