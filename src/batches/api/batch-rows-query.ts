import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsObject, IsOptional, IsString } from 'class-validator';
import { MAX_PAGE, PageLimitField } from '../../common/page-query';
import { wordsPattern } from '../../common/url-fields.decorators';
import { STATUSES } from '../../engine';
import type { RowStatus } from '../intake/csv';
import { readCursor, type RowCursor } from '../results/row-cursor';
import type { RowsWanted } from '../results/batch-rows.service';

const ROWS_OF_A_PAGE = 50;
const MAX_SEARCH = 200;
/** The statuses that rows can have, and `unchecked` for those that have none. */
export const ROW_STATUSES = [...STATUSES, 'unchecked'] as const;

/** Which rows of a batch, and which page of them. */
export class BatchRowsQuery {
  /** Rows of these statuses only, with commas between them, or the parameter more than once; left out or empty: all. */
  @IsIn(ROW_STATUSES, { each: true, message: `The status filter takes ${ROW_STATUSES.join(', ')}.` })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    value === '' ? undefined : [value].flat().flatMap((part) => String(part).split(',').map(trim)),
  )
  status?: RowStatus[];

  /** Rows that hold this, in any case; null: all. */
  @IsString()
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_SEARCH) : null,
  )
  search: string | null = null;

  @IsObject({ message: 'The after parameter is the next_after of the page before.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === '' ? null : (readCursor(String(value)) ?? value)))
  after: RowCursor | null = null;

  @PageLimitField()
  limit: number = ROWS_OF_A_PAGE;
}

const trim = (text: string): string => text.trim();

export function toRowsWanted({ status, search, after, limit }: BatchRowsQuery): RowsWanted {
  return { search, after, limit, ...(status === undefined ? {} : { statuses: new Set(status) }) };
}

/** Documents a `BatchRowsQuery`. */
export function ApiBatchRowsQuery(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'status',
      required: false,
      description: `Rows of these statuses only, with commas between them: ${ROW_STATUSES.join(', ')}.`,
      schema: { type: 'string', pattern: wordsPattern(ROW_STATUSES), example: 'invalid,unknown' },
    }),
    ApiQuery({
      name: 'search',
      required: false,
      description: `Rows that hold this in one of their cells, in any case; its first ${MAX_SEARCH} characters count.`,
      schema: { type: 'string' },
    }),
    ApiQuery({
      name: 'after',
      required: false,
      description: 'The `next_after` of the page before.',
      schema: { type: 'string', pattern: '^(\\d{1,9}-\\d{1,9}-\\d{1,9})?$', example: '3-120-600' },
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      description: 'The most rows on a page.',
      schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE, default: ROWS_OF_A_PAGE },
    }),
  );
}
