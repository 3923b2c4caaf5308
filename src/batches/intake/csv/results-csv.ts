import { encodeCell } from './encode-cell';
import { freeNames, ResultsTable, type ResultsOptions } from './results-table';
import { encodeRecord } from './row-writer';
import { knownOf, RESULT_COLUMNS, type RowResult } from './row-result';
import { fromStoredLine, type StoredLine } from './stored-line';

/** RFC 4180 2.1, and what spreadsheets write. */
const LINE_END = '\r\n';

export interface ResultsCsvOptions extends ResultsOptions {
  /** Puts a byte order mark in front, by which Excel knows UTF-8; other programs take it for a part of the first name. */
  byteOrderMark?: boolean;
}

/**
 * Writes the results file piece by piece: the caller's columns as they came, then ours; at the very end of a row its cells
 * that have no column, and so no name in the header. A name of ours that the caller has already gets the prefix
 * `validation_`, as often as it takes.
 */
export class ResultsCsv extends ResultsTable {
  private readonly mark: string;

  constructor(columns: readonly string[], options: ResultsCsvOptions = {}) {
    super(columns, options);
    this.mark = options.byteOrderMark === true ? '\ufeff' : '';
  }

  header(): string {
    const { theirs, names } = this;
    return this.mark + encodeRecord([...theirs, ...(this.hasResults ? freeNames(theirs, names) : [])]) + LINE_END;
  }

  /**
   * The rows of one chunk, each with its line end.
   * @param starts what each row begins with: the caller's cells, or the address as a cell where `isOfAddresses`
   * @param results one for each line; a row without an answer has empty cells, and is `unchecked`
   */
  rows(starts: readonly StoredLine[], results: readonly (RowResult | null)[]): string {
    const { hasResults, hasKnown } = this;
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
}

function encodeResult(result: RowResult, hasKnown: boolean): string {
  let cells = '';
  for (let column = 0; column < RESULT_COLUMNS.length; column += 1) {
    const value = result[column] ?? null;
    cells += value === null ? ',' : `,${encodeCell(String(value))}`;
  }
  return hasKnown ? `${cells},${knownOf(result) ?? ''}` : cells;
}
