import type { Encoding } from './detect-encoding';

/** How a list is to be read, as far as its sender says so. */
export interface ListFormat {
  /** The column that holds the addresses: its name, or else its number from 1. Null: the one named `email`. */
  column: string | null;
  /** Whether the first row names the columns. */
  hasHeader: boolean;
  /** Null: found out by the bytes. A byte order mark is believed before it. */
  encoding: Encoding | null;
  /** Of a workbook, the sheet: its name, or else its number from 1. Null: the first that is not hidden. */
  sheet: string | null;
  /**
   * What else the column of the addresses may be called where `column` is null, in order of preference: in lower case, without
   * what stands between their words.
   */
  otherNames?: readonly string[];
  /** Whether rows come with their cells as they were given, too. */
  keepsCells?: boolean;
}

/** A list of which nothing is said: a header row that names a column `email`. */
export const PLAIN_LIST: ListFormat = { column: null, hasHeader: true, encoding: null, sheet: null };
