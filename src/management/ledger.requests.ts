import { Transform } from 'class-transformer';
import { IsObject, IsOptional } from 'class-validator';
import { PageLimitField } from '../common/page-query';
import { WordsField } from '../common/url-fields.decorators';
import { LINE_KINDS, type LineKind } from '../credits/ledger-lines';
import { readLedgerCursor, type LedgerCursor } from '../credits/ledger-cursor';

export const LINES_OF_A_PAGE = 20;

/** Which lines of the folded ledger. */
export class LedgerLinesQuery {
  /** Where the page before ended; null: from the newest on. */
  @IsObject({ message: 'The before parameter is the next_before of a page.' })
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    value === '' ? null : typeof value === 'string' ? (readLedgerCursor(value) ?? value) : value,
  )
  before: LedgerCursor | null = null;

  @PageLimitField()
  limit: number = LINES_OF_A_PAGE;

  /** Lines of these kinds only, with commas between them; null: all. */
  @WordsField('kind', LINE_KINDS)
  kind: LineKind[] | null = null;
}

/** Which lines of the ledger go into a file. */
export class LedgerFileQuery {
  @WordsField('kind', LINE_KINDS)
  kind: LineKind[] | null = null;
}
