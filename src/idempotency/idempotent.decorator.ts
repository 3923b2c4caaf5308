import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { FieldErrorsBody, MessageBody } from '../common/openapi/error-responses';

/** Of what `readKey` takes. */
const HEADER = /^("([!#-[\]-~]|\\["\\]){1,255}"|[!#-~][!-~]{0,254})$/;

/**
 * Documents a route that does what it does by `Idempotency.once`. What is the same of the answers of all such routes is added by
 * `completeDocument`.
 */
export function Idempotent(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(FieldErrorsBody, MessageBody),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Your name for this request, for 24 hours, such as a UUID: sent again under the same one, it is done once and answered ' +
        'as before. In double quotes or without. The body may have its names in another order, a form another boundary and ' +
        'file name; another body, path or query is 422.',
      schema: { type: 'string', pattern: HEADER.source, example: '0b8f6a52-3a0e-4c0e-9e0a-3f6f5d1c2b4a' },
    }),
    ApiResponse({
      status: 409,
      description: 'A request with this `Idempotency-Key` is being worked on: ask again after `Retry-After` seconds.',
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } },
      schema: {
        $ref: getSchemaPath(MessageBody),
        example: {
          message:
            'A request with this Idempotency-Key is being worked on. Ask again after Retry-After seconds for its answer.',
        },
      },
    }),
  );
}
