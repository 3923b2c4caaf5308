import { applyDecorators } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../../common/openapi/error-responses';
import { BatchContinuedResponse } from './batch-continued.response';

/** Documents what comes of going on with a batch. */
export function ApiContinuation(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(FieldErrorsBody, ErrorMessageBody, MessageBody),
    ApiCreatedResponse({ type: BatchContinuedResponse, description: 'The new batch, its credits held.' }),
    ApiResponse({
      status: 402,
      description: 'The most that it can cost is more than is left. Nothing was stored.',
      schema: { $ref: getSchemaPath(ErrorMessageBody) },
    }),
    ApiResponse({
      status: 404,
      description: 'The organization has no such batch, or its rows were deleted.',
      schema: { anyOf: [{ $ref: getSchemaPath(ErrorMessageBody) }, { $ref: getSchemaPath(MessageBody) }] },
    }),
    ApiResponse({
      status: 422,
      description:
        'It is being worked on, has no such rows, or another that goes on with it is at work; or the organization keeps as much as it may.',
      schema: { anyOf: [{ $ref: getSchemaPath(FieldErrorsBody) }, { $ref: getSchemaPath(ErrorMessageBody) }] },
    }),
    ApiResponse({
      status: 507,
      description: 'Our disk, or the database, has too little room for it. Nothing was stored or charged.',
      schema: { $ref: getSchemaPath(MessageBody) },
    }),
  );
}
