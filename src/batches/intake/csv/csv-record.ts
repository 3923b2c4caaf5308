/** How the records of a file are written, where that is not said by RFC 4180. */
export interface Dialect {
  /** One UTF-16 code unit. */
  delimiter: string;
  /** Within a quoted cell, `\"` is a quote and `\\` a backslash, as MySQL's and many scripts' exports have it. */
  hasBackslashes: boolean;
  /** Blanks between a delimiter and an opening quote are no part of the cell. */
  skipsBlanks: boolean;
}

/** Quoted cells that go on behind a second quote. */
export interface StrayQuotes {
  /** Line ends of the record in front of the first such cell. */
  lineEndsBefore: number;
  /** Whether such a cell holds a line end, or the delimiter. */
  takeLineEnd: boolean;
  takeDelimiter: boolean;
}

export interface CsvRecord {
  /** As given: unquoted, untrimmed, their line ends as they were; no more of them than were asked for. */
  cells: string[];
  /** How many cells there are in all. */
  given: number;
  /** Whether one that was not asked for is not blank. */
  hasMore: boolean;
  /** Line ends within its cells. */
  lineEnds: number;
  /** Characters, its line end included. */
  length: number;
  stray: StrayQuotes | null;
}
