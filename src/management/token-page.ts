import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { TokenPage } from '../auth/tokens.service';
import { MalformedRequestError } from '../common/malformed-request.error';
import { readWholeNumber } from '../common/page-query';

const MAX_TOKENS = 100;

/** @throws MalformedRequestError */
export function readTokenPage({ before, limit }: Record<string, unknown>): TokenPage {
  if (before !== undefined && (typeof before !== 'string' || !/^[0-9a-f-]{36}$/.test(before))) {
    throw new MalformedRequestError('The before parameter is the id of one of your tokens.');
  }
  return {
    before: before ?? null,
    limit: limit === undefined ? MAX_TOKENS : readWholeNumber('limit', limit, MAX_TOKENS),
  };
}

/** Documents the query of `readTokenPage`. */
export function ApiTokenPage(): MethodDecorator {
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
      schema: { type: 'integer', minimum: 1, maximum: MAX_TOKENS, default: MAX_TOKENS },
    }),
  );
}
