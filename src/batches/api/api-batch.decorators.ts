import { applyDecorators } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiQuery,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../../common/openapi/error-responses';
import { STATUSES } from '../../engine';
import { XLSX } from '../intake/bodies/open-body';
import { COLUMN_CHOICES } from '../intake/csv';
import { RESULTS_FORMATS } from '../results/results-files.service';
import { wordsPattern } from '../../common/url-fields.decorators';
import { ROW_STATUSES } from './batch-rows-query';
import { BatchCreatedResponse } from './batch-created.response';

/** Documents the answers to an upload. */
export function ApiBatchUpload(): MethodDecorator {
  return applyDecorators(
    ApiCreatedResponse({ type: BatchCreatedResponse, description: 'The batch is stored, and its credits are held.' }),
    ApiExtraModels(FieldErrorsBody, ErrorMessageBody, MessageBody),
    ApiResponse({
      status: 413,
      description:
        'A list that is the body itself is larger than a file may be, or gzip unpacks to a hundred times what was sent.',
      schema: {
        $ref: getSchemaPath(MessageBody),
        example: { message: 'The list is larger than 102400 kilobytes.' },
      },
    }),
    ApiResponse({
      status: 415,
      description: 'The body is packed in another way than gzip, or its charset is not known here.',
      headers: { 'Accept-Encoding': { description: 'How a body may be packed.', schema: { type: 'string' } } },
      schema: {
        $ref: getSchemaPath(MessageBody),
        example: { message: 'The Content-Encoding of a list may be gzip, or there is none.' },
      },
    }),
    ApiResponse({
      status: 422,
      description:
        'A field is missing or not as it should be, or the body is no list with an `email` column, or ' +
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

/** Documents a `FileQuery`, and the file. */
export function ApiBatchDownload(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'format',
      required: false,
      description:
        '`csv`; `jsonl`: one JSON object a line, your columns as texts and ours as numbers, truth values and nulls; `xlsx`: an ' +
        'Excel workbook, which goes on in a second sheet where one has no room for more rows.',
      schema: { type: 'string', enum: [...RESULTS_FORMATS], default: 'csv' },
    }),
    ApiOkResponse({
      description: "The caller's columns and rows in their order, with the results in columns behind them.",
      headers: {
        'Content-Disposition': {
          description: 'A file name made of the name of the batch and of what is in the file: `list_valid.csv`.',
          schema: { type: 'string' },
        },
      },
      content: {
        'text/csv': { schema: { type: 'string' } },
        'application/x-ndjson': { schema: { type: 'string' } },
        [XLSX]: { schema: { type: 'string', format: 'binary' } },
      },
    }),
    ApiResultsChoice(),
  );
}

/** Documents a `DownloadQuery`, and that there may be nothing to download. */
export function ApiResultsChoice(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'bom',
      required: false,
      description: 'Whether a CSV file starts with a byte order mark, by which Excel knows UTF-8.',
      schema: { type: 'boolean', default: false },
    }),
    ApiQuery({
      name: 'status',
      required: false,
      description: `Rows of these statuses only, with commas between them: ${STATUSES.join(', ')}; \`unchecked\`: those without one.`,
      schema: { type: 'string', pattern: wordsPattern(ROW_STATUSES), minLength: 1, example: 'valid,catch_all' },
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
