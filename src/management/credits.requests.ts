import { PageLimitField, type PageQuery } from '../common/page-query';
import { BeforeField, WholeNumberField } from '../common/url-fields.decorators';

export const ENTRIES_OF_A_PAGE = 50;
export const USAGE_DAYS = 30;
export const MAX_USAGE_DAYS = 366;

/** Which movements of credits. */
export class LedgerQuery implements PageQuery {
  @BeforeField()
  before: number | null = null;

  @PageLimitField()
  limit: number = ENTRIES_OF_A_PAGE;
}

export class UsageQuery {
  /** How many days, today included. */
  @WholeNumberField('days', MAX_USAGE_DAYS)
  days: number = USAGE_DAYS;
}
