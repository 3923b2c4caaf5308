import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { person } from '../audit/actor';
import { ApiBatchDownload, ApiBatchUpload } from '../batches/api/api-batch.decorators';
import { ApiListBodies, LIST_BODIES } from '../batches/api/api-list-bodies.decorator';
import { BatchCreatedResponse, toBatchCreatedResponse } from '../batches/api/batch-created.response';
import { OrganizationBatchPath } from '../batches/api/batch-path';
import { BatchListQuery } from '../batches/api/batch-list-query';
import { ApiBatchList } from '../batches/api/batch-list.response';
import { BatchUploadService, type UploadedList } from '../batches/intake/batch-upload.service';
import { BatchesService } from '../batches/batches.service';
import { FileQuery, toResultsCsvOptions } from '../batches/api/download-query';
import { ResultsDelivery } from '../batches/results/results-delivery';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import { MemberRights } from './member-rights';
import type { MemberAccess } from './membership.guard';
import { OrganizationBatchListResponse, OrganizationBatchResponse } from './organization-batch.responses';
import { OrganizationBatchViews } from './organization-batch-views';

const NOT_IN_THIS_STATE = {
  status: 422,
  description: 'The batch is not in a state for this.',
  schema: { $ref: getSchemaPath(ErrorMessageBody) },
};

/** Lists of addresses, for people. */
@ApiTags('Batches management')
@Controller('v1/organizations/:organizationId/batches')
export class OrganizationBatchesController {
  constructor(
    private readonly uploads: BatchUploadService,
    private readonly batches: BatchesService,
    private readonly delivery: ResultsDelivery,
    private readonly rights: MemberRights,
    private readonly views: OrganizationBatchViews,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listOrganizationBatches', summary: 'Page through the batches' })
  @ApiBatchList()
  @ApiOkResponse({ type: OrganizationBatchListResponse, description: 'A page of batches.' })
  @InOrganization('viewer')
  async list(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() query: BatchListQuery,
  ): Promise<OrganizationBatchListResponse> {
    return this.views.page(await this.batches.list(organizationId, query));
  }

  @Post()
  @ApiOperation({
    operationId: 'createOrganizationBatch',
    summary: 'Upload a list of addresses to be checked',
    requestBody: LIST_BODIES,
  })
  @ApiChange()
  @ApiListBodies()
  @ApiBatchUpload()
  @ApiResponse({
    status: 402,
    description: 'The most that the batch can cost is more than is left. Nothing was stored.',
    schema: { $ref: getSchemaPath(ErrorMessageBody) },
  })
  @Idempotent()
  @InOrganization('member')
  create(
    @CurrentMember() { organizationId }: MemberAccess,
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BatchCreatedResponse> {
    const right = this.rights.of(session, organizationId);
    return this.idempotency.once<BatchCreatedResponse, UploadedList>(response, {
      payload: () => this.uploads.payloadOf(right, request),
      run: async (attempt) => toBatchCreatedResponse(await this.uploads.upload(right, request, attempt)),
      answerAgain: toBatchCreatedResponse,
    });
  }

  @Get(':batchId')
  @ApiOperation({ operationId: 'getOrganizationBatch', summary: 'Read how far a batch is' })
  @ApiOkResponse({ type: OrganizationBatchResponse, description: 'The batch.' })
  @InOrganization('viewer')
  async read(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { batchId }: OrganizationBatchPath,
  ): Promise<OrganizationBatchResponse> {
    return this.views.one(await this.batches.find(organizationId, batchId));
  }

  @Get(':batchId/download')
  @ApiOperation({
    operationId: 'downloadOrganizationBatch',
    summary: 'Download the results of a batch that has ended',
    description: 'Rows of a cancelled batch that were not checked have empty cells.',
  })
  @ApiBatchDownload()
  @InOrganization('viewer')
  async download(
    @CurrentMember() { accountId, organizationId }: MemberAccess,
    @Param() { batchId }: OrganizationBatchPath,
    @Query() query: FileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const by = person(accountId);
    await this.delivery.sendFile(
      { organizationId, id: batchId, by, options: toResultsCsvOptions(query) },
      query.format,
      response,
    );
  }

  @Post(':batchId/cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelOrganizationBatch',
    summary: 'Cancel a batch (owner, admin; a member his own)',
    description: 'Rows without an answer are not checked and cost nothing; what is answered can be downloaded.',
  })
  @ApiChange()
  @ApiOkResponse({ type: OrganizationBatchResponse, description: 'The batch, `cancelled`.' })
  @ApiResponse(NOT_IN_THIS_STATE)
  @InOrganization('member')
  async cancel(
    @CurrentSession() session: Session,
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { batchId }: OrganizationBatchPath,
  ): Promise<OrganizationBatchResponse> {
    const right = this.rights.of(session, organizationId);
    return this.views.one(await this.batches.cancel(organizationId, batchId, right));
  }

  @Delete(':batchId')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteOrganizationBatch',
    summary: 'Delete a batch that has ended, with its results (owner, admin; a member his own)',
  })
  @ApiChange()
  @ApiNoContentResponse({ description: 'It is gone.' })
  @ApiResponse(NOT_IN_THIS_STATE)
  @InOrganization('member')
  async delete(
    @CurrentSession() session: Session,
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { batchId }: OrganizationBatchPath,
  ): Promise<void> {
    await this.batches.delete(organizationId, batchId, this.rights.of(session, organizationId));
  }
}
