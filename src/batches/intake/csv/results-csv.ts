import type { Status } from '../../../engine';
import { encodeCell } from './encode-cell';
import { encodeRecord } from './row-writer';
import { KNOWN_COLUMN, knownOf, RESULT_COLUMNS, type RowResult } from './row-result';
import { fromStoredLine, type StoredLine } from './stored-line';

/** The statuses that rows can have, and `unchecked` for those that have none. */
export type RowStatus = Status | 'unchecked';

/** What stands in a row: the caller's columns and ours (`all`), his alone, the address and ours (`results`), or it alone. */
export const COLUMN_CHOICES = ['all', 'original', 'results', 'address'] as const;
export type ColumnChoice = (typeof COLUMN_CHOICES)[number];

/** RFC 4180 2.1, and what spreadsheets write. */
const LINE_END = '\r\n';
/** What the column of the address is called where the caller's own are left out. */
const ADDRESS_COLUMN = 'email';

export interface ResultsCsvOptions {
  /** Rows of these statuses only; all rows when left out. */
  statuses?: ReadonlySet<RowStatus>;
  /** `all` when left out. */
  columns?: ColumnChoice;
  /** Whether what the organization's own mails say is a column behind ours. */
  hasKnown?: boolean;
  /** Puts a byte order mark in front, by which Excel knows UTF-8; other programs take it for a part of the first name. */
  byteOrderMark?: boolean;
}

/**
 * Writes the results file piece by piece: the caller's columns as they came, then ours; at the very end of a row its cells
 * that have no column, and so no name in the header. A name of ours that the caller has already gets the prefix
 * `validation_`, as often as it takes.
 */
export class ResultsCsv {
  constructor(
    private readonly columns: readonly string[],
    private readonly options: ResultsCsvOptions = {},
  ) {}

  header(): string {
    const mark = this.options.byteOrderMark === true ? '\ufeff' : '';
    const theirs = this.isOfAddresses ? [ADDRESS_COLUMN] : this.columns;
    return mark + encodeRecord([...theirs, ...(this.hasResults ? freeNames(theirs, this.names) : [])]) + LINE_END;
  }

  /** Whether rows begin with the address, in place of the caller's columns. */
  get isOfAddresses(): boolean {
    return this.options.columns === 'results' || this.options.columns === 'address';
  }

  private get hasResults(): boolean {
    return this.options.columns !== 'original' && this.options.columns !== 'address';
  }

  /** The columns that are ours. */
  private get names(): readonly string[] {
    return this.options.hasKnown === true ? [...RESULT_COLUMNS, KNOWN_COLUMN] : RESULT_COLUMNS;
  }

  /** Whether any of these rows are wanted. @param results as in `rows` */
  wantsAny(results: readonly (RowResult | null)[]): boolean {
    return results.some((result) => this.wants(result));
  }

  /**
   * The rows of one chunk, each with its line end.
   * @param starts what each row begins with: the caller's cells, or the address as a cell where `isOfAddresses`
   * @param results one for each line; a row without an answer has empty cells, and is `unchecked`
   */
  rows(starts: readonly StoredLine[], results: readonly (RowResult | null)[]): string {
    const { hasResults } = this;
    const hasKnown = this.options.hasKnown === true;
    const noAnswer = ','.repeat(this.names.length);
    let text = '';
    for (const [index, start] of starts.entries()) {
      const result = results[index] ?? null;
      if (!this.wants(result)) continue;
      const { line, surplus } = fromStoredLine(start);
      text += line;
      if (hasResults) text += result === null ? noAnswer : encodeResult(result, hasKnown);
      if (surplus !== undefined) text += `,${surplus}`;
      text += LINE_END;
    }
    return text;
  }

  private wants(result: RowResult | null): boolean {
    return this.options.statuses?.has(result?.[0] ?? 'unchecked') ?? true;
  }
}

function encodeResult(result: RowResult, hasKnown: boolean): string {
  let cells = '';
  for (let column = 0; column < RESULT_COLUMNS.length; column += 1) {
    const value = result[column] ?? null;
    cells += value === null ? ',' : `,${encodeCell(String(value))}`;
  }
  return hasKnown ? `${cells},${knownOf(result) ?? ''}` : cells;
}

function freeNames(taken: readonly string[], ours: readonly string[]): string[] {
  const names = new Set(taken.map((name) => name.trim().toLowerCase()));
  return ours.map((column) => {
    let name: string = column;
    while (names.has(name)) name = `validation_${name}`;
    names.add(name);
    return name;
  });
}
