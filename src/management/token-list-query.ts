import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { IsOptional, Matches } from 'class-validator';
import type { TokenPage } from '../auth/token-pages';
import { MAX_PAGE, PageLimitField } from '../common/page-query';

/** Which of somebody's tokens. */
export class TokenListQuery implements TokenPage {
  @Matches(/^[0-9a-f-]{36}$/, { message: 'The before parameter is the id of one of your tokens.' })
  @IsOptional()
  before: string | null = null;

  @PageLimitField()
  limit: number = MAX_PAGE;
}

/** Documents a `TokenListQuery`. */
export function ApiTokenList(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'before',
      required: false,
      description: 'Id of the first token of the page that you have: the page is of those before it.',
      schema: { type: 'string', format: 'uuid' },
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      description: 'How many at most.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: MAX_PAGE },
    }),
  );
}
