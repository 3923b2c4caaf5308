import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Access } from '../../auth/access';
import { Authorized, CurrentAccess } from '../../auth/authorized.decorator';
import { TokenRights } from '../../auth/token-rights';
import { ErrorMessageBody } from '../../common/openapi/error-responses';
import { BatchesService } from '../batches.service';
import { ApiNoSuchBatch } from './api-batch.decorators';
import { BatchPath } from './batch-path';
import { BatchResponse, toBatchResponse } from './batch.response';

@ApiTags('Batches')
@ApiExtraModels(ErrorMessageBody)
@Controller('v1/validate/batch')
export class BatchCancellationController {
  constructor(
    private readonly batches: BatchesService,
    private readonly rights: TokenRights,
  ) {}

  @Post(':id/cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelBatch',
    summary: 'Cancel a batch',
    description:
      'Rows without an answer are not checked and cost nothing; what is answered can be downloaded. Cancelled twice is ' +
      'cancelled. A token of a member cancels lists of this member, of an owner or admin those of all.',
  })
  @ApiOkResponse({ type: BatchResponse, description: 'The batch, `cancelled`.' })
  @ApiNoSuchBatch()
  @ApiResponse({
    status: 422,
    description: 'The batch is completed: nothing is left to cancel.',
    schema: {
      $ref: getSchemaPath(ErrorMessageBody),
      example: { error: 'Invalid request', message: 'This batch is completed: nothing is left to cancel.' },
    },
  })
  @Authorized('validate:batch', 'Token does not have permission to access batch validations.')
  async cancel(@CurrentAccess() access: Access, @Param() { id }: BatchPath): Promise<BatchResponse> {
    return toBatchResponse(await this.batches.cancel(access.organizationId, id, this.rights.of(access)));
  }
}
