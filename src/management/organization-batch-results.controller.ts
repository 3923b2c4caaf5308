import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { OrganizationBatchPath } from '../batches/api/batch-path';
import { BatchContinuation } from '../batches/continuation/batch-continuation.service';
import { ResultsDelivery } from '../batches/results/results-delivery';
import { ApiBatchRows, ApiBatchSummary, ApiBatchZip } from '../batches/api/api-story.decorators';
import { DownloadQuery, toResultsCsvOptions } from '../batches/api/download-query';
import { ApiContinuation } from '../batches/api/api-continuation.decorator';
import { BatchContinuedResponse, toBatchContinuedResponse } from '../batches/api/batch-continued.response';
import { ContinueBatchRequest } from '../batches/api/continue-batch.request';
import { JsonBody } from '../common/json-body.decorator';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { MemberRights } from './member-rights';
import { BatchRowsQuery, toRowsWanted } from '../batches/api/batch-rows-query';
import { toBatchRowsResponse, type BatchRowsResponse } from '../batches/api/batch-rows.response';
import { toBatchSummaryResponse, type BatchSummaryResponse } from '../batches/api/batch-summary.response';
import { BatchesService } from '../batches/batches.service';
import { BatchRowsService } from '../batches/results/batch-rows.service';
import { BatchReportsService } from '../batches/summary/batch-reports.service';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import type { UploadedList } from '../batches/intake/batch-upload.service';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';

/** The routes of `batches/api/batch-results.controller.ts` for people. */
@ApiTags('Batches management')
@Controller('v1/organizations/:organizationId/batches/:batchId')
export class OrganizationBatchResultsController {
  constructor(
    private readonly batches: BatchesService,
    private readonly reports: BatchReportsService,
    private readonly rows: BatchRowsService,
    private readonly continuation: BatchContinuation,
    private readonly delivery: ResultsDelivery,
    private readonly rights: MemberRights,
    private readonly idempotency: Idempotency,
  ) {}

  @Get('summary')
  @ApiBatchSummary('getOrganizationBatchSummary')
  @InOrganization('viewer')
  async summary(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { batchId }: OrganizationBatchPath,
  ): Promise<BatchSummaryResponse> {
    return toBatchSummaryResponse(await this.reports.report(organizationId, batchId));
  }

  @Get('rows')
  @ApiBatchRows('listOrganizationBatchRows')
  @InOrganization('viewer')
  async page(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { batchId }: OrganizationBatchPath,
    @Query() query: BatchRowsQuery,
  ): Promise<BatchRowsResponse> {
    const batch = await this.batches.find(organizationId, batchId);
    return toBatchRowsResponse(await this.rows.page(batch, toRowsWanted(query)));
  }

  @Get('zip')
  @ApiBatchZip({ operationId: 'downloadOrganizationBatchZip' })
  @InOrganization('viewer')
  async zip(
    @CurrentMember() { organizationId }: MemberAccess,
    @CurrentSession() session: Session,
    @Param() { batchId }: OrganizationBatchPath,
    @Query() query: DownloadQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { by } = this.rights.of(session, organizationId);
    await this.delivery.sendZip({ organizationId, id: batchId, by, options: toResultsCsvOptions(query) }, response);
  }

  @Post('continue')
  @JsonBody()
  @ApiOperation({
    operationId: 'continueOrganizationBatch',
    summary: 'Check the rows of a batch once more that have no verdict',
    description: 'Makes a new batch of them, with the same columns, priced as an upload.',
  })
  @ApiChange(ContinueBatchRequest)
  @ApiContinuation()
  @Idempotent()
  @InOrganization('member')
  continue(
    @CurrentMember() { organizationId }: MemberAccess,
    @CurrentSession() session: Session,
    @Param() { batchId }: OrganizationBatchPath,
    @Body() body: ContinueBatchRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BatchContinuedResponse> {
    const right = this.rights.of(session, organizationId);
    const answer = ({ batch }: UploadedList) => toBatchContinuedResponse(batch, batchId);
    return this.idempotency.once<BatchContinuedResponse, UploadedList>(response, {
      payload: body,
      run: async (attempt) => answer(await this.continuation.continue(right, batchId, body.rows, attempt)),
      answerAgain: answer,
    });
  }
}
