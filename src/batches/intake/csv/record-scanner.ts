import type { CsvRecord, Dialect } from './csv-record';
import { StructuralIndex } from './structural-index';
import { unquote } from './unquote';

const LF = 10;
const CR = 13;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Reads the records of a CSV text one after the other (RFC 4180; line ends of every kind, mixed as they like). A quote
 * opens a cell only as its first character; elsewhere it is a character like others. Blanks may stand between a
 * closing quote and what ends its cell. Any text takes time in proportion to its length: every quote, delimiter and line
 * end is searched for once, and every blank walked over once.
 */
export class RecordScanner {
  #at: number;
  #unclosed: number | null = null;
  /** What `#findClosing` found: a quote, and the first character behind it that is not blank. */
  #closing = -1;
  #behindClosing = -1;
  readonly #signs: StructuralIndex;

  /** @param width how many cells of a record are asked for */
  constructor(
    private readonly text: string,
    private readonly dialect: Dialect,
    private readonly width: number,
    start = 0,
  ) {
    this.#at = start;
    this.#signs = new StructuralIndex(text, dialect.delimiter);
  }

  /** Where the next record starts. */
  get at(): number {
    return this.#at;
  }

  /** After `next` gave null: the line ends between `at` and a quote that is not closed within the text, or null. */
  get unclosedQuote(): number | null {
    return this.#unclosed;
  }

  /** The next record; null when none is left that is closed by a line end. Empty lines in a row are one blank record. */
  next(): CsvRecord | null {
    if (this.#signs.isLineEnd(this.#at)) return this.#readEmptyLines();
    const lineEnd = this.#signs.lineEndFrom(this.#at);
    const isPlain = this.#signs.quoteFrom(this.#at) >= lineEnd;
    if (isPlain && lineEnd === this.text.length) return null;
    const record: CsvRecord = { cells: [], given: 0, hasMore: false, lineEnds: 0, length: 0, stray: null };
    const end = isPlain ? this.#readPlain(record, lineEnd) : this.#readQuoted(record);
    if (end === null) return null;
    record.length = this.#signs.behindLineEnd(end) - this.#at;
    this.#at += record.length;
    return record;
  }

  #readEmptyLines(): CsvRecord {
    let at = this.#at;
    let lines = 0;
    for (; this.#signs.isLineEnd(at); at = this.#signs.behindLineEnd(at)) lines += 1;
    const length = at - this.#at;
    this.#at = at;
    return { cells: [''], given: 1, hasMore: false, lineEnds: lines - 1, length, stray: null };
  }

  #readPlain(record: CsvRecord, lineEnd: number): number {
    record.cells = this.text.slice(this.#at, lineEnd).split(this.dialect.delimiter, this.width + 1);
    record.given = record.cells.length;
    if (record.given > this.width) {
      record.given = record.cells.length = this.width;
      let at = record.cells.reduce((sum, cell) => sum + cell.length + 1, this.#at);
      for (; at <= lineEnd; at = this.#signs.delimiter + 1)
        this.#push(record, at, Math.min(this.#signs.delimiterFrom(at), lineEnd));
    }
    return lineEnd;
  }

  /** Returns the position of the record's line end, or null when that is not in the text. */
  #readQuoted(record: CsvRecord): number | null {
    for (let at = this.#at; ;) {
      const opening = this.#opening(at);
      const end = opening === null ? this.#readUnquotedCell(record, at) : this.#readQuotedCell(record, opening);
      if (end === null || this.#signs.isLineEnd(end)) return end;
      at = end + 1;
    }
  }

  #readUnquotedCell(record: CsvRecord, start: number): number | null {
    const end = Math.min(this.#signs.delimiterFrom(start), this.#signs.lineEndFrom(start));
    if (end === this.text.length) return null;
    this.#push(record, start, end);
    return end;
  }

  #readQuotedCell(record: CsvRecord, opening: number): number | null {
    const { lineEnds, stray } = record;
    let isStray = false;
    let found = this.#findClosing(opening, opening + 1);
    for (; found === 'stray'; found = this.#findClosing(opening, this.#closing + 1)) isStray = true;
    if (found !== 'closing') {
      if (found === 'none') this.#unclosed = lineEnds;
      return null;
    }
    for (
      let at = this.#signs.lineEndFrom(opening);
      at < this.#closing;
      at = this.#signs.lineEndFrom(this.#signs.behindLineEnd(at))
    ) {
      record.lineEnds += 1;
    }
    if (isStray) {
      const takesDelimiter = this.text.slice(opening, this.#closing).includes(this.dialect.delimiter);
      record.stray = {
        lineEndsBefore: stray?.lineEndsBefore ?? lineEnds,
        takeLineEnd: stray?.takeLineEnd === true || record.lineEnds > lineEnds,
        takeDelimiter: stray?.takeDelimiter === true || takesDelimiter,
      };
    }
    this.#push(record, opening + 1, this.#closing, true);
    return this.#behindClosing;
  }

  /** The quote that opens the cell, or null for a cell without quotes. */
  #opening(start: number): number | null {
    if (this.text.charCodeAt(start) === QUOTE) return start;
    if (!this.dialect.skipsBlanks) return null;
    const opening = this.#signs.skipBlanks(start);
    // Only a quote that closes as it should, on its line, opens a cell: `6, "about" 5` has none.
    const isOpening = this.text.charCodeAt(opening) === QUOTE && this.#findClosing(opening, opening + 1) === 'closing';
    return isOpening && this.#closing < this.#signs.lineEndFrom(opening) ? opening : null;
  }

  /**
   * Finds the next quote within the cell that is not one of a pair and has no backslash.
   * @returns whether it closes the cell; `cut` when what decides that is not in the text, `none` when there is no quote
   */
  #findClosing(opening: number, from: number): 'closing' | 'stray' | 'cut' | 'none' {
    const { text } = this;
    const last = text.length - 1;
    for (let quote = this.#seekQuote(from); quote !== -1; quote = this.#seekQuote(quote + 1)) {
      if (this.dialect.hasBackslashes && this.#isBackslashed(quote, opening)) continue;
      if (quote === last) return 'cut';
      if (text.charCodeAt(quote + 1) === QUOTE) {
        quote += 1;
        continue;
      }
      const behind = this.#signs.skipBlanks(quote + 1);
      if (behind > last) return 'cut';
      this.#closing = quote;
      this.#behindClosing = behind;
      const code = text.charCodeAt(behind);
      return code === this.#signs.delimiterCode || code === LF || code === CR ? 'closing' : 'stray';
    }
    return 'none';
  }

  /** Quotes often stand side by side: looking is faster than searching. */
  #seekQuote(from: number): number {
    return this.text.charCodeAt(from) === QUOTE ? from : this.text.indexOf('"', from);
  }

  /** Whether an odd number of backslashes stands in front. */
  #isBackslashed(quote: number, opening: number): boolean {
    let at = quote - 1;
    while (at > opening && this.text.charCodeAt(at) === BACKSLASH) at -= 1;
    return (quote - at) % 2 === 0;
  }

  #push(record: CsvRecord, start: number, end: number, isQuoted = false): void {
    record.given += 1;
    if (record.given <= this.width) {
      const raw = this.text.slice(start, end);
      record.cells.push(isQuoted ? unquote(raw, this.dialect.hasBackslashes) : raw);
    } else if (end > start && !record.hasMore) {
      record.hasMore = this.text.slice(start, end).trim() !== '';
    }
  }
}
