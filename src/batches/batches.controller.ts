import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Access } from '../auth/access';
import { Authorized, CurrentAccess } from '../auth/authorized.decorator';
import { TokenRights } from '../auth/token-rights';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../common/openapi/error-responses';
import { ApiBatchDownload, ApiBatchId, ApiBatchUpload } from './api-batch.decorators';
import { BatchCreatedResponse, toBatchCreatedResponse } from './batch-created.response';
import { BatchDownloadService } from './batch-download.service';
import { BatchIdPipe } from './batch-id.pipe';
import { ApiBatchList, BatchListResponse, toBatchListResponse } from './batch-list.response';
import { readBatchListQuery } from './batch-list-query';
import { BatchResponse, toBatchResponse } from './batch.response';
import { BatchUploadService } from './batch-upload.service';
import { BatchesService } from './batches.service';
import { readDownloadQuery } from './download-query';
import { sendResults } from './send-results';

const NOT_FOUND = { message: 'No query results for model [Batch] 123.' };

@ApiTags('Batches')
@ApiExtraModels(FieldErrorsBody, ErrorMessageBody, MessageBody)
@Controller('v1/validate/batch')
export class BatchesController {
  constructor(
    private readonly uploads: BatchUploadService,
    private readonly batches: BatchesService,
    private readonly downloads: BatchDownloadService,
    private readonly rights: TokenRights,
  ) {}

  @Post()
  @ApiOperation({ operationId: 'createBatch', summary: 'Upload a CSV file of addresses to be checked' })
  @ApiBatchUpload()
  @ApiResponse({
    status: 402,
    description: 'The most that the batch can cost is more than is left. Nothing was stored.',
    schema: {
      $ref: getSchemaPath(ErrorMessageBody),
      example: {
        error: 'Insufficient credits',
        message: 'You need at least 1000 credits for this; your organization has 20.',
      },
    },
  })
  @Authorized('validate:batch', 'Token does not have permission to create batch validations.')
  async create(@CurrentAccess() access: Access, @Req() request: Request): Promise<BatchCreatedResponse> {
    return toBatchCreatedResponse(await this.uploads.upload(this.rights.of(access), request));
  }

  @Get()
  @ApiOperation({ operationId: 'listBatches', summary: "Page through the organization's batches" })
  @ApiBatchList()
  @ApiOkResponse({ type: BatchListResponse, description: 'A page of batches.' })
  @Authorized('validate:batch', 'Token does not have permission to access batch validations.')
  async list(@CurrentAccess() access: Access, @Query() query: Record<string, unknown>): Promise<BatchListResponse> {
    return toBatchListResponse(await this.batches.list(access.organizationId, readBatchListQuery(query)));
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getBatch', summary: 'Read how far a batch is' })
  @ApiBatchId('id')
  @ApiOkResponse({ type: BatchResponse, description: 'The batch.' })
  @ApiResponse({
    status: 404,
    description: 'The organization has no such batch.',
    schema: { $ref: getSchemaPath(MessageBody), example: NOT_FOUND },
  })
  @Authorized('validate:batch', 'Token does not have permission to access batch validations.')
  async status(@CurrentAccess() access: Access, @Param('id', BatchIdPipe) id: string): Promise<BatchResponse> {
    return toBatchResponse(await this.batches.find(access.organizationId, id));
  }

  @Get(':id/download')
  @ApiOperation({ operationId: 'downloadBatchResults', summary: 'Download the results of a batch that has ended' })
  @ApiBatchId('id')
  @ApiBatchDownload()
  @ApiOkResponse({
    description: "The caller's columns and rows in their order, with the results in columns behind them.",
    headers: {
      'Content-Disposition': { description: 'A file name made of the name of the batch.', schema: { type: 'string' } },
    },
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @Authorized('validate:batch', 'Token does not have permission to download batch results.')
  async download(
    @CurrentAccess() access: Access,
    @Param('id', BatchIdPipe) id: string,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    const options = readDownloadQuery(query);
    const batch = await this.batches.find(access.organizationId, id);
    const rows = await this.downloads.open(batch, options);
    await sendResults(response, batch, rows);
  }
}
