import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiParam, ApiProduces, ApiQuery } from '@nestjs/swagger';
import { STATUSES } from '../engine';
import { BatchCreatedResponse } from './batch-created.response';
import { CreateBatchRequest } from './create-batch.request';

/** Documents the part of a path that `BatchIdPipe` reads. */
export function ApiBatchId(name: string): MethodDecorator {
  return ApiParam({
    name,
    description: 'Id of the batch.',
    schema: { type: 'integer', minimum: 1, example: 123 },
  });
}

/** Documents the form that `BatchUploadService` reads, and the answer to it. */
export function ApiBatchUpload(): MethodDecorator {
  return applyDecorators(
    ApiConsumes('multipart/form-data'),
    ApiBody({ type: CreateBatchRequest }),
    ApiCreatedResponse({ type: BatchCreatedResponse, description: 'The batch is stored, and its credits are held.' }),
  );
}

/** Documents the query of `readDownloadQuery`, and in which types a download is answered. */
export function ApiBatchDownload(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'bom',
      required: false,
      description: 'Whether the file starts with a byte order mark, by which Excel knows UTF-8.',
      schema: { type: 'boolean', default: false },
    }),
    ApiQuery({
      name: 'status',
      required: false,
      description: `Rows of these statuses only, with commas between them: ${STATUSES.join(', ')}.`,
      schema: { type: 'string', example: 'valid,catch_all' },
    }),
    ApiProduces('text/csv', 'application/json'),
  );
}
