import type { Status } from '../../engine';
import { encodeCell } from './encode-cell';
import { encodeRecord } from './row-writer';
import { RESULT_COLUMNS, type RowResult } from './row-result';

/** RFC 4180 2.1, and what spreadsheets write. */
const LINE_END = '\r\n';
const NO_ANSWER = ','.repeat(RESULT_COLUMNS.length);

export interface ResultsCsvOptions {
  /** Rows of these statuses only; all rows when left out. */
  statuses?: ReadonlySet<Status>;
  /** Puts a byte order mark in front, by which Excel knows UTF-8; other programs take it for a part of the first name. */
  byteOrderMark?: boolean;
}

/**
 * Writes the results file piece by piece: the caller's columns as they came, then ours. A name of ours that the
 * caller has already gets the prefix `validation_`, as often as it takes.
 */
export class ResultsCsv {
  constructor(
    private readonly columns: readonly string[],
    private readonly options: ResultsCsvOptions = {},
  ) {}

  header(): string {
    const mark = this.options.byteOrderMark === true ? '\ufeff' : '';
    return mark + encodeRecord([...this.columns, ...freeNames(this.columns)]) + LINE_END;
  }

  /**
   * The rows of one chunk, each with its line end.
   * @param lines as `CsvRow.line`
   * @param results one for each line; a row without an answer has empty cells, and no status to filter by
   */
  rows(lines: readonly string[], results: readonly (RowResult | null)[]): string {
    const { statuses } = this.options;
    let text = '';
    for (const [index, line] of lines.entries()) {
      const result = results[index] ?? null;
      if (statuses && (result === null || !statuses.has(result[0]))) continue;
      text += line + (result === null ? NO_ANSWER : encodeResult(result)) + LINE_END;
    }
    return text;
  }
}

function encodeResult(result: RowResult): string {
  let cells = '';
  for (const value of result) cells += value === null ? ',' : `,${encodeCell(String(value))}`;
  return cells;
}

function freeNames(taken: readonly string[]): string[] {
  const names = new Set(taken.map((name) => name.trim().toLowerCase()));
  return RESULT_COLUMNS.map((column) => {
    let name: string = column;
    while (names.has(name)) name = `validation_${name}`;
    names.add(name);
    return name;
  });
}
