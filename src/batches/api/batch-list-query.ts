import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { PageLimitField, type PageQuery } from '../../common/page-query';
import { BeforeField } from '../../common/url-fields.decorators';
import { BATCH_STATUSES } from '../batch';

export const BATCHES_OF_A_PAGE = 20;
const MAX_NAME = 255;

/** Which batches of an organization. */
export class BatchListQuery implements PageQuery {
  @BeforeField()
  before: number | null = null;

  @PageLimitField()
  limit: number = BATCHES_OF_A_PAGE;

  /** Batches in this state only; null: all. */
  @IsIn(BATCH_STATUSES, { message: `The status filter is one of ${BATCH_STATUSES.join(', ')}.` })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === '' ? null : value))
  status: (typeof BATCH_STATUSES)[number] | null = null;

  /** Batches whose name holds this, in any case; null: all. */
  @IsString()
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, MAX_NAME) : null,
  )
  name: string | null = null;
}
