import { AUDIT_KINDS, type AuditKind } from '../audit/audit-action';
import { PageLimitField, type PageQuery } from '../common/page-query';
import { BeforeField, OptionalIdField, WordsField } from '../common/url-fields.decorators';

export const AUDIT_ENTRIES_OF_A_PAGE = 50;

/** Which entries of the audit log. */
export class AuditQuery implements PageQuery {
  @BeforeField()
  before: number | null = null;

  @PageLimitField()
  limit: number = AUDIT_ENTRIES_OF_A_PAGE;
}

/** Which entries of an organization's log. */
export class AuditFilterQuery {
  /** Actions of these kinds only; null: all. */
  @WordsField('kind', AUDIT_KINDS)
  kind: AuditKind[] | null = null;

  /** What this account did, or its tokens; null: everybody. */
  @OptionalIdField()
  account_id: number | null = null;
}

/** A page of them. */
export class FilteredAuditQuery extends AuditFilterQuery implements PageQuery {
  @BeforeField()
  before: number | null = null;

  @PageLimitField()
  limit: number = AUDIT_ENTRIES_OF_A_PAGE;
}
