import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiQuery } from '@nestjs/swagger';
import { ApiPage } from '../../common/openapi/api-page.decorator';
import { BATCH_STATUSES } from '../batch';
import { BATCHES_OF_A_PAGE } from './batch-list-query';
import { BatchResponse, toBatchResponse } from './batch.response';
import type { BatchPage } from '../batches.service';

export class BatchListResponse {
  @ApiProperty({ type: [BatchResponse], description: 'Batches, the newest first.' })
  batches!: BatchResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: number | null;
}

export function toBatchListResponse({ batches, nextBefore }: BatchPage): BatchListResponse {
  return { batches: batches.map(toBatchResponse), next_before: nextBefore };
}

/** Documents a `BatchListQuery`. */
export function ApiBatchList(): MethodDecorator {
  return applyDecorators(
    ApiPage(BATCHES_OF_A_PAGE),
    ApiQuery({
      name: 'status',
      required: false,
      description: 'Batches in this state only.',
      schema: { type: 'string', enum: [...BATCH_STATUSES] },
    }),
    ApiQuery({
      name: 'name',
      required: false,
      description: 'Batches whose name holds this, in any case; its first 255 characters count.',
      schema: { type: 'string' },
    }),
  );
}
