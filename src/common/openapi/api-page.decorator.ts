import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { MAX_PAGE } from '../page-query';

/** Documents a `PageQuery`. */
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
      schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: defaultLimit },
    }),
  );
}
