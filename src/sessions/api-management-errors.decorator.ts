import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ErrorMessageBody, FieldErrorsBody, MessageBody } from '../common/openapi/error-responses';

/** Documents the failures that every route for people has. */
export function ApiManagementErrors(): MethodDecorator & ClassDecorator {
  return applyDecorators(
    ApiExtraModels(ErrorMessageBody, FieldErrorsBody, MessageBody),
    ApiResponse({
      status: 401,
      description: 'Nobody is signed in, or the session has ended. Tokens are not taken here.',
      schema: { $ref: getSchemaPath(MessageBody), example: { message: 'Unauthenticated.' } },
    }),
    ApiResponse({
      status: 403,
      description: 'The request comes from another site or lacks `X-CSRF: 1`, or your role does not suffice.',
      schema: {
        $ref: getSchemaPath(ErrorMessageBody),
        example: { error: 'Forbidden', message: 'Send the header X-CSRF: 1 with every change.' },
      },
    }),
    ApiResponse({
      status: 429,
      description: 'Too many requests in this minute.',
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
      schema: { $ref: getSchemaPath(MessageBody), example: { message: 'Too many requests. Try again in 12 s.' } },
    }),
  );
}

/**
 * Documents the header that every change needs.
 * @param body the fields of a change that has some: they are documented too
 */
export function ApiChange(body?: Type): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'X-CSRF',
      required: true,
      description: 'Always `1`: other sites cannot send it.',
      schema: { type: 'string', enum: ['1'], example: '1' },
    }),
    ...(body === undefined ? [] : [ApiBody({ type: body })]),
  );
}
