import { CsvFault, strayQuote } from './csv-fault';
import { encodeCell } from './encode-cell';
import type { CsvRecord } from './record-scanner';

export interface CsvRow {
  /** The cell of the `email` column, outer white space and quotes trimmed; `''` when there is none. */
  address: string;
  /** The caller's cells as one record of a comma-separated file, without a line end, safe for spreadsheets. */
  line: string;
}

/**
 * Cells that may be added to short rows: some for each character of the file so far, and a mebi on top. Without a
 * bound, a header of a thousand columns over rows of one cell would make gigabytes out of a file of megabytes.
 */
const PADDING_PER_CHARACTER = 4;
const PADDING_ALLOWED = 1_048_576;
/** `"ann@example.com"`, where a blank in front made the quotes a part of the cell: no address ends with one. */
const QUOTED_ADDRESS = /^"([^"]*@[^"]*)"$/;

/**
 * Writes records in the form of the results, every row as wide as the header, so that columns put behind them line
 * up: short rows are filled up with empty cells, blank cells beyond the header are dropped, others are a fault (they
 * mean that a cell holds the delimiter and has no quotes).
 */
export class RowWriter {
  #paddingLeft = PADDING_ALLOWED;
  #lastPadding = '';

  constructor(
    private readonly width: number,
    private readonly emailColumn: number,
    private readonly delimiter: string,
  ) {}

  /**
   * @param line the physical line on which the record starts
   * @returns the row; null for a blank record; the fault of a record that cannot be taken
   */
  write(record: CsvRecord, line: number): CsvRow | CsvFault | null {
    const { cells, stray } = record;
    if (stray?.takeLineEnd === true) return strayQuote(line + stray.lineEndsBefore, 'lines');
    const address = (cells[this.emailColumn] ?? '').trim();
    if (address === '' && !record.hasMore && cells.every(isBlank)) return null;
    if (record.hasMore) return this.#tooMany(record.given, line);
    const missing = this.width - cells.length;
    // The cells behind it are in it: the row would be filled up, and an address called invalid that nobody looked at.
    if (missing > 0 && stray?.takeDelimiter === true) return strayQuote(line + stray.lineEndsBefore, 'cells');
    this.#paddingLeft += PADDING_PER_CHARACTER * record.length - missing;
    if (this.#paddingLeft < 0) return this.#tooFew(record.given, line);
    return {
      address: QUOTED_ADDRESS.exec(address)?.[1]?.trim() ?? address,
      line: encodeRecord(cells) + this.#padding(missing),
    };
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
