import type { CsvRecord } from './csv-record';
import { CsvFault, strayQuote } from './csv-fault';
import { encodeCell } from './encode-cell';
import { MOST_COLUMNS } from './most-columns';
import { Padding } from './padding';
import { isBlank, missesAddress, surplusCells } from './surplus-cells';

export interface CsvRow {
  /** The cell of the `email` column, outer white space and quotes trimmed; `''` when there is none. */
  address: string;
  /**
   * The caller's cells as one record of a comma-separated file, without a line end, safe for spreadsheets. One for each
   * column.
   */
  line: string;
  /** Those that have no column, in the same form; left out where there are none. They stand at the very end of a row of results. */
  surplus?: string;
  /** Where `keepsCells` asks for it: the caller's cells, and the line of the file (or row of the sheet) on which they begin. */
  given?: { cells: readonly string[]; line: number };
}

/** `"ann@example.com"`, where a blank in front made the quotes a part of the cell: no address ends with one. */
const QUOTED_ADDRESS = /^"([^"]*@[^"]*)"$/;

/**
 * Writes records in the form of the results, every line as wide as the header, so that columns put behind them line
 * up: short rows are filled up with empty cells, what long rows have beyond the header is kept apart (blank cells at the
 * end are dropped). A long row in which the address stands elsewhere is a fault.
 */
export class RowWriter {
  readonly #padding = new Padding();

  constructor(
    private readonly width: number,
    private readonly emailColumn: number,
    private readonly delimiter: string,
    private readonly widest: 'header' | 'first row' = 'header',
    private readonly keepsCells = false,
  ) {}

  /**
   * @param line the physical line on which the record starts
   * @returns the row; null for a blank record; the fault of a record that cannot be taken
   */
  write(record: CsvRecord, line: number): CsvRow | CsvFault | null {
    const { cells, stray } = record;
    if (stray?.takeLineEnd === true) return strayQuote(line + stray.lineEndsBefore, 'lines');
    const address = withoutQuotes((cells[this.emailColumn] ?? '').trim());
    if (address === '' && !record.hasMore && cells.every(isBlank)) return null;
    if (record.hasMore) return beyondMost(record.given, line);
    const surplus = surplusCells(cells, this.width);
    const missing = this.width - cells.length;
    const isElsewhere = (surplus.length > 0 || stray !== null) && missesAddress(cells, this.emailColumn);
    // The cells behind it are in it: the row would be filled up, and an address called invalid that nobody looked at.
    if (stray?.takeDelimiter === true && (missing > 0 || surplus.length > 0 || isElsewhere))
      return strayQuote(line + stray.lineEndsBefore, 'cells');
    if (surplus.length > 0 && isElsewhere) return this.#tooMany(record.given, line);
    const padding = this.#padding.fill(Math.max(missing, 0), record.length);
    if (padding === null) return this.#tooFew(record.given, line);
    const row: CsvRow = {
      address,
      line: encodeRecord(missing < 0 ? cells.slice(0, this.width) : cells) + padding,
    };
    if (this.keepsCells) row.given = { cells, line };
    return surplus.length === 0 ? row : { ...row, surplus: encodeRecord(surplus) };
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

function withoutQuotes(cell: string): string {
  return cell.startsWith('"') ? (QUOTED_ADDRESS.exec(cell)?.[1]?.trim() ?? cell) : cell;
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

function beyondMost(given: number, line: number): CsvFault {
  return new CsvFault(
    'too_many_cells',
    `Line ${line} has ${given} cells; ${MOST_COLUMNS} are the most that can be taken. Send the "email" column and those that you need beside it.`,
    line,
  );
}
