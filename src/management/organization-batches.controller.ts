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
import { ApiBatchDownload, ApiBatchId, ApiBatchUpload } from '../batches/api-batch.decorators';
import { BatchCreatedResponse, toBatchCreatedResponse } from '../batches/batch-created.response';
import { BatchDownloadService } from '../batches/batch-download.service';
import { BatchIdPipe } from '../batches/batch-id.pipe';
import { readBatchListQuery } from '../batches/batch-list-query';
import { ApiBatchList, BatchListResponse, toBatchListResponse } from '../batches/batch-list.response';
import { BatchUploadService } from '../batches/batch-upload.service';
import { BatchResponse, toBatchResponse } from '../batches/batch.response';
import { BatchesService } from '../batches/batches.service';
import { readDownloadQuery } from '../batches/download-query';
import { sendResults } from '../batches/send-results';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import { MemberRights } from './member-rights';
import type { MemberAccess } from './organization-guard';

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
    private readonly downloads: BatchDownloadService,
    private readonly rights: MemberRights,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listOrganizationBatches', summary: 'Page through the batches' })
  @ApiBatchList()
  @ApiOkResponse({ type: BatchListResponse, description: 'A page of batches.' })
  @InOrganization('member')
  async list(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() query: Record<string, unknown>,
  ): Promise<BatchListResponse> {
    return toBatchListResponse(await this.batches.list(organizationId, readBatchListQuery(query)));
  }

  @Post()
  @ApiOperation({ operationId: 'createOrganizationBatch', summary: 'Upload a CSV file of addresses to be checked' })
  @ApiChange()
  @ApiBatchUpload()
  @ApiResponse({
    status: 402,
    description: 'The most that the batch can cost is more than is left. Nothing was stored.',
    schema: { $ref: getSchemaPath(ErrorMessageBody) },
  })
  @InOrganization('member')
  async create(
    @CurrentMember() { organizationId }: MemberAccess,
    @CurrentSession() session: Session,
    @Req() request: Request,
  ): Promise<BatchCreatedResponse> {
    return toBatchCreatedResponse(await this.uploads.upload(this.rights.of(session, organizationId), request));
  }

  @Get(':batchId')
  @ApiOperation({ operationId: 'getOrganizationBatch', summary: 'Read how far a batch is' })
  @ApiBatchId('batchId')
  @ApiOkResponse({ type: BatchResponse, description: 'The batch.' })
  @InOrganization('member')
  async read(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param('batchId', BatchIdPipe) id: string,
  ): Promise<BatchResponse> {
    return toBatchResponse(await this.batches.find(organizationId, id));
  }

  @Get(':batchId/download')
  @ApiOperation({
    operationId: 'downloadOrganizationBatch',
    summary: 'Download the results of a batch that has ended',
    description: 'Rows of a cancelled batch that were not checked have empty cells.',
  })
  @ApiBatchId('batchId')
  @ApiBatchDownload()
  @ApiOkResponse({
    description: 'The rows as they came, with the results in columns behind them.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @InOrganization('member')
  async download(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param('batchId', BatchIdPipe) id: string,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const options = readDownloadQuery(query);
    const batch = await this.batches.find(organizationId, id);
    await sendResults(response, batch, await this.downloads.open(batch, options));
  }

  @Post(':batchId/cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelOrganizationBatch',
    summary: 'Cancel a batch',
    description: 'Rows without an answer are not checked and cost nothing; what is answered can be downloaded.',
  })
  @ApiChange()
  @ApiBatchId('batchId')
  @ApiOkResponse({ type: BatchResponse, description: 'The batch, `cancelled`.' })
  @ApiResponse(NOT_IN_THIS_STATE)
  @InOrganization('member')
  async cancel(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param('batchId', BatchIdPipe) id: string,
  ): Promise<BatchResponse> {
    return toBatchResponse(await this.batches.cancel(organizationId, id));
  }

  @Delete(':batchId')
  @HttpCode(204)
  @ApiOperation({ operationId: 'deleteOrganizationBatch', summary: 'Delete a batch that has ended, with its results' })
  @ApiChange()
  @ApiBatchId('batchId')
  @ApiNoContentResponse({ description: 'It is gone.' })
  @ApiResponse(NOT_IN_THIS_STATE)
  @InOrganization('member')
  async delete(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param('batchId', BatchIdPipe) id: string,
  ): Promise<void> {
    await this.batches.delete(organizationId, id);
  }
}
