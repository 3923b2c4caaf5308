import { ApiProperty, OmitType } from '@nestjs/swagger';
import type { BatchSummary } from '../batch';
import { BatchCreatedResponse, toBatchCreatedResponse } from './batch-created.response';

export class BatchContinuedResponse extends OmitType(BatchCreatedResponse, ['email_column']) {
  @ApiProperty({ type: 'integer', description: 'The batch that it goes on with.', example: 122 })
  continues_id!: number;
}

/** @param id of the batch that it goes on with, as the path has it */
export function toBatchContinuedResponse(batch: BatchSummary, id: string): BatchContinuedResponse {
  return Object.assign(toBatchCreatedResponse({ batch, emailColumn: null }), { continues_id: Number(id) });
}
