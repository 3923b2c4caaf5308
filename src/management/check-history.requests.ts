import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsOptional, IsString } from 'class-validator';
import { PageLimitField, type PageQuery } from '../common/page-query';
import { BeforeField } from '../common/url-fields.decorators';

export const CHECKS_OF_A_PAGE = 20;

/** Which checks go into a file. */
export class ChecksFileQuery {
  /** Addresses that begin so; null: all. */
  @IsString({ message: 'The search parameter is given once.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value))
  search: string | null = null;
}

/** Which checks. */
export class ChecksPageQuery extends ChecksFileQuery implements PageQuery {
  @BeforeField()
  before: number | null = null;

  @PageLimitField()
  limit: number = CHECKS_OF_A_PAGE;
}

export class CheckHistoryRequest {
  @IsBoolean({ message: 'The is_kept field must be true or false.' })
  @ApiProperty({ description: 'Whether single checks are kept for 30 days.', example: false })
  is_kept!: boolean;
}
