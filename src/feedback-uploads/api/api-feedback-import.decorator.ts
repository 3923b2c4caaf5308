import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOkResponse,
  ApiQuery,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../../common/openapi/error-responses';
import { GENERIC_EVENT_TYPES } from '../../feedback/events/providers/generic/generic-event';
import { FeedbackImportRequest } from './feedback-import.request';
import { FeedbackImportResponse } from './feedback-uploads.responses';

/** Documents the form that `ExportImport` reads, and the answer to it. */
export function ApiFeedbackImport(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'type',
      required: false,
      description:
        'What happened, for rows that do not say it. Left out, such a row is a bounce where it has codes or words (by which the service finds out which kind), else a suppressed address.',
      schema: { type: 'string', enum: [...GENERIC_EVENT_TYPES] },
    }),
    ApiQuery({
      name: 'occurred_at',
      required: false,
      description:
        'For files without a column of times, and rows whose cell there is empty: when it happened. It does not stand in for times that can not be read. Name the same time when you send the file again: rows are told apart by it.',
      schema: { type: 'string', example: '2026-01-05' },
    }),
    ApiConsumes('multipart/form-data'),
    ApiBody({ type: FeedbackImportRequest }),
    ApiOkResponse({
      type: FeedbackImportResponse,
      description: 'How many rows were taken, and what is wrong with others.',
    }),
    ApiExtraModels(ErrorMessageBody, FieldErrorsBody, MessageBody),
    ApiResponse({
      status: 422,
      description:
        'The form has no file, or the file is no table with columns of addresses and times. Rows in front of a fault were taken.',
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
      description: 'Our disk has too little room. Nothing was taken.',
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
