import type { CsvRecord, Dialect } from './csv-record';
import type { Yielder } from './yielder';
import { MOST_COLUMNS } from './most-columns';
import { RecordScanner } from './record-scanner';
import { surplusCells } from './surplus-cells';

export interface ParsedRecords {
  records: CsvRecord[];
  /** Characters of the text that the records take, the last line end included. */
  length: number;
}

/** Characters in front of which a record must start to be read with the others: what one turn of the event loop reads. */
const TURN = 65_536;
/** Short records are many objects: more of them at a time outlive the garbage collector's young generation. */
const MOST_RECORDS = 1000;
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
   * @param yielder is asked between two readings of a record: each may have a megabyte to read
   */
  async parse(text: string, width: number, yielder: Yielder): Promise<ParsedRecords> {
    const isSound = ({ cells, given, hasMore, stray }: CsvRecord): boolean =>
      stray === null && !hasMore && given >= width && surplusCells(cells, width).length === 0;
    const records: CsvRecord[] = [];
    let scanner = new RecordScanner(text, this.#dialect, MOST_COLUMNS);
    while (scanner.at < TURN && records.length < MOST_RECORDS) {
      const start = scanner.at;
      let record = scanner.next();
      if (record === null || !isSound(record)) {
        const dialects = this.#otherDialects(text, start, record);
        if (dialects.length > 0) {
          const other = await this.#readAs(dialects, text, start, isSound, yielder);
          if (other !== null) ({ scanner, record } = other);
        }
      }
      if (record === null) break;
      records.push(record);
    }
    return { records, length: scanner.at };
  }

  /** The first record alone; null when it is not complete. @param yielder as in `parse` */
  async parseFirst(text: string, yielder: Yielder): Promise<CsvRecord | null> {
    const isSound = (record: CsvRecord): boolean => record.stray === null;
    const record = new RecordScanner(text, this.#dialect, MOST_COLUMNS).next();
    if (record !== null && isSound(record)) return record;
    const dialects = this.#otherDialects(text, 0, record);
    return (await this.#readAs(dialects, text, 0, isSound, yielder))?.record ?? record;
  }

  /** The number of line ends in front of a quote that is not closed within the text, or null. */
  findUnclosedQuote(text: string): number | null {
    let lineEnds = 0;
    const scanner = new RecordScanner(text, this.#dialect, 0);
    for (let record = scanner.next(); record !== null; record = scanner.next()) lineEnds += record.lineEnds + 1;
    return scanner.unclosedQuote === null ? null : lineEnds + scanner.unclosedQuote;
  }

  /** Changes the dialect to the first of these by which the record that starts there makes sense, if there is one. */
  async #readAs(
    dialects: readonly Dialect[],
    text: string,
    start: number,
    isSound: (record: CsvRecord) => boolean,
    yielder: Yielder,
  ): Promise<{ scanner: RecordScanner; record: CsvRecord } | null> {
    for (const dialect of dialects) {
      await yielder.yieldIfDue(text.length - start);
      const scanner = new RecordScanner(text, dialect, MOST_COLUMNS, start);
      const record = scanner.next();
      if (record === null || !isSound(record)) continue;
      this.#dialect = dialect;
      return { scanner, record };
    }
    return null;
  }

  /**
   * Those by which a record may read otherwise.
   * @param given the record as it reads now, or null when it is not complete
   */
  #otherDialects(text: string, start: number, given: CsvRecord | null): Dialect[] {
    const record = text.slice(start, given === null ? text.length : start + given.length);
    if (!record.includes('"')) return [];
    const { delimiter, hasBackslashes, skipsBlanks } = this.#dialect;
    const mayHaveBackslashes = !hasBackslashes && delimiter !== '\\' && record.includes(BACKSLASH_AND_QUOTE);
    const maySkipBlanks = !skipsBlanks && BLANK_AND_QUOTE.test(record);
    return [
      ...(mayHaveBackslashes ? [{ delimiter, hasBackslashes: true, skipsBlanks }] : []),
      ...(maySkipBlanks ? [{ delimiter, hasBackslashes, skipsBlanks: true }] : []),
      ...(mayHaveBackslashes && maySkipBlanks ? [{ delimiter, hasBackslashes: true, skipsBlanks: true }] : []),
    ];
  }
}
