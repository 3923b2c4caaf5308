import { MOST_COLUMNS } from './most-columns';
import { cellsOf } from './read-line';
import { ResultsTable } from './results-table';
import { knownOf, RESULT_COLUMNS, type RowResult } from './row-result';
import { fromStoredLine, type StoredLine } from './stored-line';

export type ResultValue = string | number | boolean | null;

/** A row of results whose cells are no text of a file yet. */
export interface ResultsRow {
  /** One for each of `theirs`: as they were sent, since nothing runs them where they go. */
  cells: string[];
  /** One for each of our columns, where they are wanted; a row without an answer has nulls. */
  values: ResultValue[];
  /** Cells that have no column. */
  surplus: string[];
}

/** The results as values, for files whose cells have types. */
export class ResultsRows extends ResultsTable {
  /** The rows of one chunk that are wanted. @param starts as of `ResultsCsv` */
  rows(starts: readonly StoredLine[], results: readonly (RowResult | null)[]): ResultsRow[] {
    const width = this.theirs.length;
    const rows: ResultsRow[] = [];
    for (const [index, start] of starts.entries()) {
      const result = results[index] ?? null;
      if (!this.wants(result)) continue;
      const { line, surplus } = fromStoredLine(start);
      const values = this.hasResults ? this.valuesOf(result) : [];
      rows.push({
        cells: cellsOf(line, width),
        values,
        surplus: surplus === undefined ? [] : cellsOf(surplus, MOST_COLUMNS),
      });
    }
    return rows;
  }

  private valuesOf(result: RowResult | null): ResultValue[] {
    const values: ResultValue[] = RESULT_COLUMNS.map((_, column) => result?.[column] ?? null);
    return this.hasKnown ? [...values, result === null ? null : knownOf(result)] : values;
  }
}
