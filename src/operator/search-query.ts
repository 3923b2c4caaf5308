import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsOptional, IsString } from 'class-validator';
import { ApiPage } from '../common/openapi/api-page.decorator';
import { PageLimitField, type PageQuery } from '../common/page-query';
import { BeforeField } from '../common/url-fields.decorators';

const FOUND_OF_A_PAGE = 20;
const MAX_SEARCH = 255;

/** Which accounts or organizations. */
export class SearchQuery implements PageQuery {
  @BeforeField()
  before: number | null = null;

  @PageLimitField()
  limit: number = FOUND_OF_A_PAGE;

  /** Those whose name or address holds this, in any case, or whose id it is; null: all. */
  @IsString()
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_SEARCH) : null,
  )
  search: string | null = null;
}

/** Documents a `SearchQuery`. @param description what is searched */
export function ApiSearch(description: string): MethodDecorator {
  return applyDecorators(
    ApiPage(FOUND_OF_A_PAGE),
    ApiQuery({
      name: 'search',
      required: false,
      description: `${description} Its first ${MAX_SEARCH} characters count.`,
      schema: { type: 'string' },
    }),
  );
}
