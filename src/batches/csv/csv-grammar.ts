import { Parser } from 'papaparse';

export interface ParsedRecords {
  /** Cells as given: unquoted, untrimmed, their line ends as they were. */
  records: string[][];
  /** Characters of the text that the records take, the last line end included. */
  length: number;
  /** Line ends among them. */
  newlines: number;
  /** The first record with a quoted cell that goes on after its closing quote and over a line end, or null. */
  malformed: { record: number; newlinesBefore: number } | null;
  /** Whether a quoted cell goes on after its closing quote, in any of the records. */
  hasStrayQuotes: boolean;
}

interface PapaResult {
  data: string[][];
  errors: { code: string; row: number; index: number }[];
  meta: { cursor: number };
}

const NEWLINE = /\r\n?|\n/g;

/**
 * The grammar of CSV (RFC 4180) over one string: Papa Parse's parser, for one delimiter and line ends of every kind,
 * mixed as they like. A quote opens a cell only as its first character; elsewhere it is a character like others.
 */
export class CsvGrammar {
  readonly #all: Parser;
  readonly #first: Parser;

  constructor(readonly delimiter: string) {
    const grammar = { delimiter, newline: '\n', quoteChar: '"', comments: false } as const;
    this.#all = new Parser(grammar);
    // Its fast mode counts the characters of a preview wrongly.
    this.#first = new Parser({ ...grammar, preview: 1, fastMode: false });
  }

  /** All records that are complete, that is, closed by a line end. */
  parse(text: string): ParsedRecords {
    return parse(this.#all, text);
  }

  /** The first record alone; no record when it is not complete. */
  parseFirst(text: string): ParsedRecords {
    return parse(this.#first, text);
  }

  /** The number of line ends in front of a quote that is not closed within the text, or null. */
  findUnclosedQuote(text: string): number | null {
    const normal = text.replace(NEWLINE, '\n');
    const { errors } = this.#all.parse(normal, 0, false) as PapaResult;
    const missing = errors.find((error) => error.code === 'MissingQuotes');
    return missing ? countNewlines(normal, missing.index) : null;
  }
}

function parse(parser: Parser, text: string): ParsedRecords {
  const hasReturns = text.includes('\r');
  const normal = hasReturns ? text.replace(NEWLINE, '\n') : text;
  const { data, errors, meta } = parser.parse(normal, 0, true) as PapaResult;

  // Those of the record that is not complete yet do not count.
  const strays = errors.filter((error) => error.row < data.length);
  const malformed = findMalformed(data, strays, normal);
  const newlines = countNewlines(normal, meta.cursor);
  const parsed = { records: data, length: meta.cursor, newlines, malformed, hasStrayQuotes: strays.length > 0 };
  if (!hasReturns || newlines === 0) return parsed;

  const ends = [...takeNewlines(text, newlines)];
  // Every line end is in a cell or behind a record, in order: fewer records than line ends means some are in cells.
  if (newlines > data.length) restoreNewlines(data, ends);
  return { ...parsed, length: meta.cursor + ends.filter((end) => end.length === 2).length };
}

function findMalformed(records: string[][], strays: PapaResult['errors'], text: string): ParsedRecords['malformed'] {
  let seen = -1;
  for (const { row, index } of strays) {
    // One record can have half a million of them.
    if (row === seen) continue;
    seen = row;
    const swallowsLine = records[row]?.some((cell) => cell.includes('"') && cell.includes('\n')) ?? false;
    if (swallowsLine) return { record: row, newlinesBefore: countNewlines(text, index) };
  }
  return null;
}

function countNewlines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function* takeNewlines(text: string, count: number): Generator<string> {
  let taken = 0;
  for (const [newline] of text.matchAll(NEWLINE)) {
    if (taken++ === count) return;
    yield newline;
  }
}

function restoreNewlines(records: string[][], ends: string[]): void {
  let next = 0;
  for (const cells of records) {
    for (const [index, cell] of cells.entries()) {
      if (cell.includes('\n')) cells[index] = cell.replace(/\n/g, () => ends[next++] ?? '\n');
    }
    next++;
  }
}
