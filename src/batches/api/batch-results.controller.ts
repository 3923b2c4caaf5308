import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiBody, ApiExtraModels, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Access } from '../../auth/access';
import { Authorized, CurrentAccess } from '../../auth/authorized.decorator';
import { TokenRights } from '../../auth/token-rights';
import { JsonBody } from '../../common/json-body.decorator';
import { BatchContinuation } from '../continuation/batch-continuation.service';
import { ErrorMessageBody, MessageBody } from '../../common/openapi/error-responses';
import { BatchesService } from '../batches.service';
import { BatchRowsService } from '../results/batch-rows.service';
import { BatchReportsService } from '../summary/batch-reports.service';
import { ResultsDelivery } from '../results/results-delivery';
import { ApiNoSuchBatch } from './api-batch.decorators';
import { ApiBatchRows, ApiBatchSummary, ApiBatchZip } from './api-story.decorators';
import { DownloadQuery, toResultsCsvOptions } from './download-query';
import { ApiContinuation } from './api-continuation.decorator';
import { BatchContinuedResponse, toBatchContinuedResponse } from './batch-continued.response';
import { Idempotent } from '../../idempotency/idempotent.decorator';
import { Idempotency } from '../../idempotency/idempotency.service';
import type { UploadedList } from '../intake/batch-upload.service';
import { BatchPath } from './batch-path';
import { BatchRowsQuery, toRowsWanted } from './batch-rows-query';
import { toBatchRowsResponse, type BatchRowsResponse } from './batch-rows.response';
import { ContinueBatchRequest } from './continue-batch.request';
import { toBatchSummaryResponse, type BatchSummaryResponse } from './batch-summary.response';

const NO_ROWS = {
  status: 404,
  description: 'The organization has no such batch, or its rows were deleted.',
  schema: {
    anyOf: [{ $ref: getSchemaPath(ErrorMessageBody) }, { $ref: getSchemaPath(MessageBody) }],
    example: { error: 'Results not available', message: 'Results file not found.' },
  },
};

/** Results beyond the specification's five routes: summary, rows, ZIP file, and a further batch of the open rows. */
@ApiTags('Batches')
@ApiExtraModels(MessageBody, ErrorMessageBody)
@Controller('v1/validate/batch/:id')
export class BatchResultsController {
  constructor(
    private readonly batches: BatchesService,
    private readonly reports: BatchReportsService,
    private readonly rows: BatchRowsService,
    private readonly continuation: BatchContinuation,
    private readonly delivery: ResultsDelivery,
    private readonly rights: TokenRights,
    private readonly idempotency: Idempotency,
  ) {}

  @Get('summary')
  @ApiBatchSummary('getBatchSummary')
  @ApiNoSuchBatch()
  @Authorized('validate:batch', 'Token does not have permission to access batch validations.')
  async summary(@CurrentAccess() access: Access, @Param() { id }: BatchPath): Promise<BatchSummaryResponse> {
    return toBatchSummaryResponse(await this.reports.report(access.organizationId, id, access.isTest));
  }

  @Get('rows')
  @ApiBatchRows('listBatchRows', ' For looking at: the download has everything, at once.')
  @ApiResponse(NO_ROWS)
  @Authorized('validate:batch', 'Token does not have permission to access batch validations.')
  async page(
    @CurrentAccess() access: Access,
    @Param() { id }: BatchPath,
    @Query() query: BatchRowsQuery,
  ): Promise<BatchRowsResponse> {
    const batch = await this.batches.find(access.organizationId, id, access.isTest);
    return toBatchRowsResponse(await this.rows.page(batch, toRowsWanted(query)));
  }

  @Get('zip')
  @ApiBatchZip({
    operationId: 'downloadBatchZip',
    description: 'Statuses that no row has are left out, and those that are not asked for.',
  })
  @Authorized('validate:batch', 'Token does not have permission to download batch results.')
  async zip(
    @CurrentAccess() access: Access,
    @Param() { id }: BatchPath,
    @Query() query: DownloadQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { organizationId, isTest } = access;
    const { by } = this.rights.of(access);
    await this.delivery.sendZip({ organizationId, id, by, isTest, options: toResultsCsvOptions(query) }, response);
  }

  @Post('continue')
  @JsonBody()
  @ApiOperation({
    operationId: 'continueBatch',
    summary: 'Check the rows of a batch once more that have no verdict',
    description:
      'Makes a new batch of the `unknown` rows of one that has ended, of those that a cancel left unchecked, or both, with the same columns. It is priced as an upload: verdicts in the cache are free, `unknown` is asked for anew and free if it stays so. One at a time goes on with a batch.',
  })
  @ApiBody({ type: ContinueBatchRequest })
  @ApiContinuation()
  @Idempotent()
  @Authorized('validate:batch', 'Token does not have permission to create batch validations.')
  continue(
    @CurrentAccess() access: Access,
    @Param() { id }: BatchPath,
    @Body() body: ContinueBatchRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BatchContinuedResponse> {
    const right = this.rights.of(access);
    const answer = ({ batch }: UploadedList) => toBatchContinuedResponse(batch, id);
    return this.idempotency.once<BatchContinuedResponse, UploadedList>(response, {
      payload: body,
      run: async (attempt) => answer(await this.continuation.continue(right, id, body.rows, attempt)),
      answerAgain: answer,
    });
  }
}
