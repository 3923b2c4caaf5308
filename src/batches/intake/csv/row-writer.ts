import type { CsvRecord } from './csv-record';
import { CsvFault, strayQuote } from './csv-fault';
import { encodeCell } from './encode-cell';
import { Padding } from './padding';

export interface CsvRow {
  /** The cell of the `email` column, outer white space and quotes trimmed; `''` when there is none. */
  address: string;
  /** The caller's cells as one record of a comma-separated file, without a line end, safe for spreadsheets. */
  line: string;
}

/** `"ann@example.com"`, where a blank in front made the quotes a part of the cell: no address ends with one. */
const QUOTED_ADDRESS = /^"([^"]*@[^"]*)"$/;

/**
 * Writes records in the form of the results, every row as wide as the header, so that columns put behind them line
 * up: short rows are filled up with empty cells, blank cells beyond the header are dropped, others are a fault (they
 * mean that a cell holds the delimiter and has no quotes).
 */
export class RowWriter {
  readonly #padding = new Padding();

  constructor(
    private readonly width: number,
    private readonly emailColumn: number,
    private readonly delimiter: string,
    private readonly widest: 'header' | 'first row' = 'header',
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
    const padding = this.#padding.fill(missing, record.length);
    if (padding === null) return this.#tooFew(record.given, line);
    return {
      address: QUOTED_ADDRESS.exec(address)?.[1]?.trim() ?? address,
      line: encodeRecord(cells) + padding,
    };
  }

  #tooMany(given: number, line: number): CsvFault {
    const name = this.delimiter === '\t' ? 'TAB' : `"${this.delimiter}"`;
    return new CsvFault(
      'too_many_cells',
      `Line ${line} has ${given} cells, but the ${this.widest} has ${this.width}. A cell that holds the delimiter ${name} needs quotes around it.`,
      line,
    );
  }

  #tooFew(given: number, line: number): CsvFault {
    return new CsvFault(
      'too_few_cells',
      `Line ${line} has ${given} of the ${this.widest}'s ${this.width} cells, like too many rows before it. Send fewer columns.`,
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
