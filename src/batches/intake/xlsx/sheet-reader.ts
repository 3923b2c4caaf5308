import { MOST_COLUMNS } from '../csv/most-columns';
import { RichText, unescaped } from './rich-text';
import { serialDate, type Epoch } from './serial-date';
import { damaged, tooLarge, workbookFault } from './workbook-fault';
import type { XmlHandler } from './xml-handler';

export interface SheetRow {
  /** As the sheet numbers it, from 1. */
  number: number;
  /** From column A to the last cell that holds anything. */
  cells: string[];
}

/** What cells refer to. */
export interface CellContext {
  epoch: Epoch;
  strings: { get(index: number): string | undefined };
  /** For each cell style, whether its numbers are dates. */
  dateStyles: readonly boolean[];
}

/** Column XFD. */
const LAST_COLUMN = 16_384;
const LONGEST_ROW = 1_048_576;
/** Characters of a text that cells share; Excel itself takes 32,767. A few bytes refer to it, however long it is. */
const LONGEST_SHARED = 65_536;
const A = 65;
/** What Excel shows of a number; it keeps more, and so has noise behind them. */
const DIGITS = 15;

/** Needs no more than JavaScript: the dashboard previews with it. Gathers the rows of a sheet: values as they are kept, formulas as their last result, blank rows left out. */
export class SheetReader implements XmlHandler {
  #rows: SheetRow[] = [];
  #row: SheetRow | null = null;
  #number = 0;
  #column = 0;
  #characters = 0;
  #type = 'n';
  #isDate = false;
  #value: string | null = null;
  #isValue = false;
  /** A row was gathered. */
  #isBelow = false;
  readonly #inline = new RichText('is');

  /** @param left characters that may be gathered in all */
  constructor(
    private readonly context: CellContext,
    private left = Infinity,
  ) {}

  /** What was gathered since it was last asked. */
  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') {
      this.#isValue = true;
      this.#value = '';
    } else this.#inline.open(name);
  }

  text(text: string): void {
    if (this.#isValue) this.#value = (this.#value ?? '') + text;
    else this.#inline.add(text);
    if ((this.#value?.length ?? 0) > LONGEST_ROW) throw damaged();
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else {
      const text = this.#inline.close(name);
      if (text !== null) this.#value = text;
    }
  }

  #openRow(reference: string | undefined): void {
    const number = Number(reference);
    this.#number = reference !== undefined && Number.isInteger(number) && number > 0 ? number : this.#number + 1;
    this.#row = { number: this.#number, cells: [] };
    this.#column = 0;
    this.#characters = 0;
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const reference = attributes['r'];
    if (reference !== undefined) this.#column = columnOf(reference) ?? this.#column;
    if (this.#column >= LAST_COLUMN) throw damaged();
    this.#type = attributes['t'] ?? 'n';
    this.#isDate = this.context.dateStyles[Number(attributes['s'] ?? 0)] === true;
    this.#value = null;
  }

  #closeCell(): void {
    const cells = this.#row?.cells;
    const text = this.#value === null ? '' : this.#read(this.#value);
    if (cells !== undefined && text !== '') {
      // The first row is told how many it has.
      if (this.#column >= MOST_COLUMNS && this.#isBelow) {
        throw workbookFault(
          `Row ${this.#number} holds something in column ${columnName(this.#column)}; ${MOST_COLUMNS} columns are the most that can be taken.`,
        );
      }
      while (cells.length < this.#column) cells.push('');
      cells[this.#column] = text;
      this.left -= text.length;
      if (this.left < 0) throw tooLarge('more text than can be taken for a list');
      this.#characters += text.length;
      if (this.#characters > LONGEST_ROW) throw tooLarge(`a row (${this.#number}) of more than a million characters`);
    }
    this.#value = null;
    this.#column += 1;
  }

  #closeRow(): void {
    if (this.#row?.cells.some((cell) => cell.trim() !== '') === true) {
      this.#rows.push(this.#row);
      this.#isBelow = true;
    }
    this.#row = null;
  }

  /** The text of a cell by its type (ECMA-376-1 18.18.11). */
  #read(value: string): string {
    const { strings, epoch } = this.context;
    if (this.#type === 's') {
      const text = strings.get(value.trim() === '' ? NaN : Number(value));
      if (text === undefined) throw damaged();
      if (text.length > LONGEST_SHARED) throw tooLarge(`a text of more than ${LONGEST_SHARED} characters`);
      return text;
    }
    if (this.#type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE';
    if (this.#type === 'str') return unescaped(value);
    if (this.#type !== 'n') return value;
    const number = Number(value);
    if (value.trim() === '' || !Number.isFinite(number)) return value.trim();
    return (this.#isDate ? serialDate(number, epoch) : null) ?? String(Number(number.toPrecision(DIGITS)));
  }
}

/** Index of the column of a reference such as `BC12`; null when it is none. */
function columnOf(reference: string): number | null {
  let column = 0;
  let at = 0;
  for (; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) - A;
    if (letter < 0 || letter > 25) break;
    column = column * 26 + letter + 1;
  }
  return at === 0 ? null : column - 1;
}

/** The reverse: the letters of a column. */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest === 0 ? '' : columnName(rest - 1)) + String.fromCharCode(A + (index % 26));
}
