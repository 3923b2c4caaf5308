import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { BatchesService } from '../batches/batches.service';
import { OpenBatches } from '../batches/open-batches';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { ApiPage } from '../common/openapi/api-page.decorator';
import { PageLimitField, type PageQuery } from '../common/page-query';
import { SecurityEvent } from '../common/security-event.decorator';
import { BeforeField } from '../common/url-fields.decorators';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { ApiNeedsPassword, AsOperator } from './as-operator.decorator';
import { OpenBatchPageResponse, toOpenBatch } from './batch.responses';
import { OperatorRights } from './operator-rights';
import { OperatedBatchPath } from './operator.paths';

const BATCHES_OF_A_PAGE = 20;

class OpenBatchQuery implements PageQuery {
  @BeforeField()
  before: number | null = null;

  @PageLimitField()
  limit: number = BATCHES_OF_A_PAGE;
}

/** What is worked on, of whomever it is; nothing of what is in it. */
@ApiTags('Operator')
@Controller('v1/operator/batches')
export class OperatorBatchesController {
  constructor(
    private readonly open: OpenBatches,
    private readonly batches: BatchesService,
    private readonly sessions: SessionsService,
    private readonly rights: OperatorRights,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'operatorListBatches',
    summary: 'Page through the batches at work, of all organizations',
    description: 'Nothing of what is in them.',
  })
  @ApiPage(BATCHES_OF_A_PAGE)
  @ApiOkResponse({ type: OpenBatchPageResponse, description: 'A page of batches.' })
  @AsOperator()
  async list(@Query() { before, limit }: OpenBatchQuery): Promise<OpenBatchPageResponse> {
    const { batches, nextBefore } = await this.open.list(before, limit);
    return { batches: batches.map(toOpenBatch), next_before: nextBefore };
  }

  @Post(':batchId/cancel')
  @HttpCode(204)
  @SecurityEvent('batch_cancellation')
  @ApiOperation({
    operationId: 'operatorCancelBatch',
    summary: 'Cancel a batch of whomever it is',
    description: 'Rows without an answer are not checked and cost nothing; its organization sees that you did it.',
  })
  @ApiChange()
  @ApiNeedsPassword()
  @ApiNoContentResponse({ description: 'It is cancelled.' })
  @ApiResponse({
    status: 422,
    description: 'It is completed.',
    schema: { $ref: getSchemaPath(ErrorMessageBody) },
  })
  @AsOperator()
  async cancel(@CurrentSession() session: Session, @Param() { batchId }: OperatedBatchPath): Promise<void> {
    this.sessions.requireFreshPassword(session);
    const organizationId = await this.open.organizationOf(batchId);
    await this.batches.cancel(organizationId, String(batchId), this.rights.of(session));
  }
}
