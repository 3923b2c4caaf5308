import { RecordScanner, type CsvRecord, type Dialect } from './record-scanner';

export interface ParsedRecords {
  records: CsvRecord[];
  /** Characters of the text that the records take, the last line end included. */
  length: number;
}

/** Characters in front of which a record must start to be read with the others: what one turn of the event loop reads. */
const TURN = 65_536;
const BACKSLASH_AND_QUOTE = '\\"';
const BLANK_AND_QUOTE = /[^\S\r\n]"/;

/**
 * The grammar of a file, over one text of it at a time. It is RFC 4180's with one delimiter, until a record makes no
 * sense by it. If that record does with backslashes in front of quotes, or with blanks in front of quoted cells, the file
 * is read so from there on. (RFC 4180 first: `"C:\"` is a whole cell, until a record shows that it is not.)
 */
export class CsvGrammar {
  #dialect: Dialect;

  constructor(readonly delimiter: string) {
    this.#dialect = { delimiter, hasBackslashes: false, skipsBlanks: false };
  }

  /**
   * The records that are complete, that is, closed by a line end; of a long text only the first ones.
   * @param width cells of the header
   */
  parse(text: string, width: number): ParsedRecords {
    const isSound = (record: CsvRecord): boolean => record.stray === null && !record.hasMore && record.given >= width;
    const records: CsvRecord[] = [];
    let scanner = new RecordScanner(text, this.#dialect, width);
    while (scanner.at < TURN) {
      const start = scanner.at;
      let record = scanner.next();
      if (record === null || !isSound(record)) {
        const other = this.#readOtherwise(text, start, record, width, isSound);
        if (other !== null) ({ scanner, record } = other);
      }
      if (record === null) break;
      records.push(record);
    }
    return { records, length: scanner.at };
  }

  /**
   * The first record alone; null when it is not complete.
   * @param width how many of its cells are asked for
   */
  parseFirst(text: string, width: number): CsvRecord | null {
    const isSound = (record: CsvRecord): boolean => record.stray === null;
    const record = new RecordScanner(text, this.#dialect, width).next();
    if (record !== null && isSound(record)) return record;
    return this.#readOtherwise(text, 0, record, width, isSound)?.record ?? record;
  }

  /** The number of line ends in front of a quote that is not closed within the text, or null. */
  findUnclosedQuote(text: string): number | null {
    let lineEnds = 0;
    const scanner = new RecordScanner(text, this.#dialect, 0);
    for (let record = scanner.next(); record !== null; record = scanner.next()) lineEnds += record.lineEnds + 1;
    return scanner.unclosedQuote === null ? null : lineEnds + scanner.unclosedQuote;
  }

  /**
   * Changes the dialect to one by which a record makes sense, if there is one.
   * @param given the record as it reads now, or null when it is not complete
   */
  #readOtherwise(
    text: string,
    start: number,
    given: CsvRecord | null,
    width: number,
    isSound: (record: CsvRecord) => boolean,
  ): { scanner: RecordScanner; record: CsvRecord } | null {
    const end = given === null ? text.length : start + given.length;
    for (const dialect of this.#otherDialects(text.slice(start, end))) {
      const scanner = new RecordScanner(text, dialect, width, start);
      const record = scanner.next();
      if (record === null || !isSound(record)) continue;
      this.#dialect = dialect;
      return { scanner, record };
    }
    return null;
  }

  /** Those by which the text may read otherwise. */
  #otherDialects(text: string): Dialect[] {
    const { delimiter, hasBackslashes, skipsBlanks } = this.#dialect;
    const mayHaveBackslashes = !hasBackslashes && delimiter !== '\\' && text.includes(BACKSLASH_AND_QUOTE);
    const maySkipBlanks = !skipsBlanks && BLANK_AND_QUOTE.test(text);
    return [
      ...(mayHaveBackslashes ? [{ delimiter, hasBackslashes: true, skipsBlanks }] : []),
      ...(maySkipBlanks ? [{ delimiter, hasBackslashes, skipsBlanks: true }] : []),
      ...(mayHaveBackslashes && maySkipBlanks ? [{ delimiter, hasBackslashes: true, skipsBlanks: true }] : []),
    ];
  }
}
