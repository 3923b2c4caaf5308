import { CsvFault, unclosedQuote } from './csv-fault';
import type { ParsedRecords } from './csv-grammar';
import { encodeCell } from './encode-cell';

export interface CsvRow {
  /** The cell of the `email` column, outer white space trimmed; `''` when there is none. */
  address: string;
  /** The caller's cells as one record of a comma-separated file, without a line end, safe for spreadsheets. */
  line: string;
}

/**
 * Cells that may be added to short rows, over the whole file. Without a bound, a header of a million columns over
 * rows of one cell would make terabytes out of a file of megabytes.
 */
const PADDING_LIMIT = 268_435_456;

/**
 * Writes records in the form of the results, every row as wide as the header, so that columns put behind them line
 * up: short rows are filled up with empty cells, blank cells beyond the header are dropped, others are a fault (they
 * mean that a cell holds the delimiter and has no quotes).
 */
export class RowWriter {
  #paddingLeft = PADDING_LIMIT;
  #lastPadding = '';

  constructor(
    private readonly width: number,
    private readonly emailColumn: number,
    private readonly delimiter: string,
  ) {}

  /**
   * @param line the physical line on which the first record starts
   * @returns the rows in front of the fault, if there is one; blank records are left out
   */
  write(parsed: ParsedRecords, line: number): { rows: CsvRow[]; fault: CsvFault | null } {
    const rows: CsvRow[] = [];
    for (const [index, cells] of parsed.records.entries()) {
      if (index === parsed.malformed?.record) {
        return { rows, fault: unclosedQuote(line + parsed.malformed.newlinesBefore) };
      }
      const address = (cells[this.emailColumn] ?? '').trim();
      if (address === '' && cells.every(isBlank)) continue;
      const fault = this.#fit(cells);
      if (fault) return { rows, fault: fault(line + lineEnds(parsed.records.slice(0, index))) };
      rows.push({ address, line: encodeRecord(cells) + this.#padding(this.width - cells.length) });
    }
    return { rows, fault: null };
  }

  /** Drops blank cells beyond the header; returns the fault, still without its line, of a record that cannot fit. */
  #fit(cells: string[]): ((line: number) => CsvFault) | null {
    const given = cells.length;
    if (given > this.width) {
      if (!cells.slice(this.width).every(isBlank)) return (line) => this.#tooMany(given, line);
      cells.length = this.width;
    }
    this.#paddingLeft -= this.width - cells.length;
    return this.#paddingLeft < 0 ? (line) => this.#tooFew(given, line) : null;
  }

  #padding(cells: number): string {
    if (cells === 0) return '';
    if (cells !== this.#lastPadding.length) this.#lastPadding = ','.repeat(cells);
    return this.#lastPadding;
  }

  #tooMany(given: number, line: number): CsvFault {
    const name = this.delimiter === '\t' ? 'TAB' : `"${this.delimiter}"`;
    return new CsvFault(
      'too_many_cells',
      `Line ${line} has ${given} cells, but the header has ${this.width}. A cell that holds the delimiter ${name} needs quotes around it.`,
      line,
    );
  }

  #tooFew(given: number, line: number): CsvFault {
    return new CsvFault(
      'too_few_cells',
      `Line ${line} has ${given} of the header's ${this.width} cells, like too many rows before it. Send fewer columns.`,
      line,
    );
  }
}

/** Cells as one record of a comma-separated file, without a line end. */
export function encodeRecord(cells: readonly string[]): string {
  let record = '';
  for (let index = 0; index < cells.length; index++) {
    if (index > 0) record += ',';
    record += encodeCell(cells[index] ?? '');
  }
  return record;
}

function isBlank(cell: string): boolean {
  return cell.trim() === '';
}

function lineEnds(records: string[][]): number {
  const inCells = records.flat().reduce((sum, cell) => sum + (cell.match(/\r\n?|\n/g)?.length ?? 0), 0);
  return records.length + inCells;
}
