import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiQuery,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../../common/openapi/error-responses';
import { STATUSES } from '../../engine';
import { COLUMN_CHOICES } from '../intake/csv';
import { BatchCreatedResponse } from './batch-created.response';
import { CreateBatchRequest } from './create-batch.request';

/** Documents the form that `BatchUploadService` reads, and the answer to it. */
export function ApiBatchUpload(): MethodDecorator {
  return applyDecorators(
    ApiConsumes('multipart/form-data'),
    ApiBody({ type: CreateBatchRequest }),
    ApiCreatedResponse({ type: BatchCreatedResponse, description: 'The batch is stored, and its credits are held.' }),
    ApiExtraModels(FieldErrorsBody, ErrorMessageBody, MessageBody),
    ApiResponse({
      status: 422,
      description:
        'A field is missing or not as it should be, or the file is no CSV list with an `email` column, or ' +
        'the organization keeps as many lists as it may.',
      schema: {
        anyOf: [{ $ref: getSchemaPath(FieldErrorsBody) }, { $ref: getSchemaPath(ErrorMessageBody) }],
        example: {
          error: 'Invalid request',
          message: 'The CSV file must contain an "email" column in its first row. Columns seen: "contact".',
        },
      },
    }),
    ApiResponse({
      status: 507,
      description: 'Our disk, or the database, has too little room for the list. Nothing was stored or charged.',
      schema: {
        $ref: getSchemaPath(MessageBody),
        example: {
          message:
            'There is too little room left on our disk for this list. Nothing was stored or charged; try again later.',
        },
      },
    }),
  );
}

/** Documents a `DownloadQuery`, and that there may be nothing to download. */
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
      description: `Rows of these statuses only, with commas between them: ${STATUSES.join(', ')}; \`unchecked\`: those without one.`,
      schema: { type: 'string', example: 'valid,catch_all' },
    }),
    ApiQuery({
      name: 'columns',
      required: false,
      description:
        "What stands in a row: the file's columns and ours behind them (`all`), the file's alone (`original`), the address and ours (`results`), or the address alone.",
      schema: { type: 'string', enum: [...COLUMN_CHOICES], default: 'all' },
    }),
    ApiExtraModels(ErrorMessageBody, MessageBody),
    ApiResponse({
      status: 404,
      description: 'The organization has no such batch, or its results are not there: not yet, or no longer.',
      schema: {
        anyOf: [{ $ref: getSchemaPath(ErrorMessageBody) }, { $ref: getSchemaPath(MessageBody) }],
        example: {
          error: 'Results not available',
          message: 'Batch is not yet completed or results file not found.',
        },
      },
    }),
  );
}

/** Documents that the organization has no such batch. */
export function ApiNoSuchBatch(): MethodDecorator {
  return ApiResponse({
    status: 404,
    description: 'The organization has no such batch.',
    schema: { $ref: getSchemaPath(MessageBody), example: { message: 'No query results for model [Batch] 123.' } },
  });
}
