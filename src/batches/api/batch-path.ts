import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { ApiPathId } from '../../common/openapi/api-path-id.decorator';

/** A positive integer that is written plainly, as text: it may be larger than any id. */
function BatchIdField(): PropertyDecorator {
  return applyDecorators(
    Matches(/^[1-9]\d*$/, { message: 'The batch id must be a positive integer.' }),
    ApiPathId('Id of the batch.', 123),
  );
}

/** A path with the `:id` of a batch. */
export class BatchPath {
  @BatchIdField()
  id!: string;
}

/** A path with the `:batchId` of a batch, below that of its organization. */
export class OrganizationBatchPath {
  @BatchIdField()
  batchId!: string;
}
