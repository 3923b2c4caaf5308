import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { MessageBody } from './error-responses';

/** Documents the query of `readPageQuery`. */
export function ApiPage(defaultLimit: number): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'before',
      required: false,
      description: 'The `next_before` of the page before; left out: the newest.',
      schema: { type: 'integer', minimum: 1 },
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      description: 'How many at most.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: defaultLimit },
    }),
    ApiMalformedQuery(),
  );
}

export function ApiMalformedQuery(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(MessageBody),
    ApiResponse({
      status: 400,
      description: 'A parameter is not as it should be.',
      schema: { $ref: getSchemaPath(MessageBody) },
    }),
  );
}
