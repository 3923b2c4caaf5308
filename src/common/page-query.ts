import { WholeNumberField } from './url-fields.decorators';

/** What a page of a list may hold. */
export const MAX_PAGE = 100;

/** Which page of a list that starts with the newest. */
export interface PageQuery {
  /** All of the page have lower ids; null: from the newest on. */
  before: number | null;
  limit: number;
}

/** How many of a list at most. */
export function PageLimitField(): PropertyDecorator {
  return WholeNumberField('limit', MAX_PAGE);
}
