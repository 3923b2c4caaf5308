import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorBody, ErrorMessageBody, MessageBody } from './error-responses';

const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': {
    description: 'Requests a minute that this token may make.',
    schema: { type: 'integer' as const },
  },
  'RateLimit-Remaining': { description: 'Requests left in this minute.', schema: { type: 'integer' as const } },
  'RateLimit-Reset': { description: 'Seconds until the budget is full again.', schema: { type: 'integer' as const } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' as const } },
};

/** Documents the failures that every guarded route has. */
export function ApiErrors(refusal: string): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(ErrorBody, ErrorMessageBody, MessageBody),
    ApiResponse({
      status: 400,
      description: 'No organization can be selected, or the request is malformed.',
      schema: {
        anyOf: [{ $ref: getSchemaPath(ErrorBody) }, { $ref: getSchemaPath(MessageBody) }],
        example: { error: 'No team selected' },
      },
    }),
    ApiResponse({
      status: 401,
      description: 'The token is missing, malformed, expired or revoked.',
      schema: { $ref: getSchemaPath(MessageBody), example: { message: 'Unauthenticated.' } },
    }),
    ApiResponse({
      status: 403,
      description: "The token lacks the permission, or the organization is not one of the caller's.",
      schema: { $ref: getSchemaPath(ErrorMessageBody), example: { error: 'Forbidden', message: refusal } },
    }),
    ApiResponse({
      status: 429,
      description: 'The token has used up its requests of this minute. Nothing was charged.',
      headers: RATE_LIMIT_HEADERS,
      schema: { $ref: getSchemaPath(MessageBody), example: { message: 'Too many requests. Try again in 12 s.' } },
    }),
    ApiResponse({
      status: 500,
      description: 'Something went wrong on our side; the request id finds it in the log.',
      schema: {
        $ref: getSchemaPath(MessageBody),
        example: { message: 'Something went wrong on our side. Request id: 7b0e….' },
      },
    }),
  );
}
