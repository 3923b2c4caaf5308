import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Access } from '../../auth/access';
import { Authorized, CurrentAccess } from '../../auth/authorized.decorator';
import { TokenRights } from '../../auth/token-rights';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../../common/openapi/error-responses';
import { Idempotent } from '../../idempotency/idempotent.decorator';
import { Idempotency } from '../../idempotency/idempotency.service';
import { ApiBatchDownload, ApiBatchUpload, ApiNoSuchBatch } from './api-batch.decorators';
import { BatchCreatedResponse, toBatchCreatedResponse } from './batch-created.response';
import { BatchPath } from './batch-path';
import { ApiBatchList, BatchListResponse, toBatchListResponse } from './batch-list.response';
import { BatchListQuery } from './batch-list-query';
import { BatchResponse, toBatchResponse } from './batch.response';
import { ApiListBodies, LIST_BODIES } from './api-list-bodies.decorator';
import { BatchUploadService, type UploadedList } from '../intake/batch-upload.service';
import { BatchesService } from '../batches.service';
import { FileQuery, toResultsCsvOptions } from './download-query';
import { ResultsDelivery } from '../results/results-delivery';

@ApiTags('Batches')
@ApiExtraModels(FieldErrorsBody, ErrorMessageBody, MessageBody)
@Controller('v1/validate/batch')
export class BatchesController {
  constructor(
    private readonly uploads: BatchUploadService,
    private readonly batches: BatchesService,
    private readonly delivery: ResultsDelivery,
    private readonly rights: TokenRights,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @ApiOperation({
    operationId: 'createBatch',
    summary: 'Upload a list of addresses to be checked',
    requestBody: LIST_BODIES,
    description:
      'The most that the list can cost is set aside at once, and what is not used comes back. Repeats, malformed rows, ' +
      'addresses that were answered before and `unknown` are free. Temporary failures are asked again by themselves, for ' +
      'hours where need be. An upload that broke off stored and cost nothing: send it again.',
  })
  @ApiListBodies()
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
  @Idempotent()
  @Authorized('validate:batch', 'Token does not have permission to create batch validations.')
  create(
    @CurrentAccess() access: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BatchCreatedResponse> {
    const right = this.rights.of(access);
    return this.idempotency.once<BatchCreatedResponse, UploadedList>(response, {
      payload: () => this.uploads.payloadOf(right, request),
      run: async (attempt) => toBatchCreatedResponse(await this.uploads.upload(right, request, attempt)),
      answerAgain: toBatchCreatedResponse,
    });
  }

  @Get()
  @ApiOperation({ operationId: 'listBatches', summary: "Page through the organization's batches" })
  @ApiBatchList()
  @ApiOkResponse({ type: BatchListResponse, description: 'A page of batches.' })
  @Authorized('validate:batch', 'Token does not have permission to access batch validations.')
  async list(@CurrentAccess() access: Access, @Query() query: BatchListQuery): Promise<BatchListResponse> {
    return toBatchListResponse(await this.batches.list(access.organizationId, query, access.isTest));
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'getBatch',
    summary: 'Read how far a batch is',
    description: 'Ask every 10 seconds or less often, until `status` is `completed` or `cancelled`.',
  })
  @ApiOkResponse({ type: BatchResponse, description: 'The batch.' })
  @ApiNoSuchBatch()
  @Authorized('validate:batch', 'Token does not have permission to access batch validations.')
  async status(@CurrentAccess() access: Access, @Param() { id }: BatchPath): Promise<BatchResponse> {
    return toBatchResponse(await this.batches.find(access.organizationId, id, access.isTest));
  }

  @Get(':id/download')
  @ApiOperation({
    operationId: 'downloadBatchResults',
    summary: 'Download the results of a batch that has ended',
    description:
      'Results are kept for 30 days, unless the operator set another time. Rows that are `unknown` say nothing against ' +
      'their addresses: keep them, and upload them again later.',
  })
  @ApiBatchDownload()
  @Authorized('validate:batch', 'Token does not have permission to download batch results.')
  async download(
    @CurrentAccess() access: Access,
    @Param() { id }: BatchPath,
    @Query() query: FileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { organizationId, isTest } = access;
    const { by } = this.rights.of(access);
    await this.delivery.sendFile(
      { organizationId, id, by, isTest, options: toResultsCsvOptions(query) },
      query.format,
      response,
    );
  }
}
