import type { CsvRow } from './row-writer';

/** A row as a chunk keeps it: its line, and the cells behind that have no column, where there are any. */
export type StoredLine = string | readonly [line: string, surplus: string];

export function toStoredLine({ line, surplus }: Omit<CsvRow, 'address'>): StoredLine {
  return surplus === undefined ? line : [line, surplus];
}

/** The reverse. */
export function fromStoredLine(stored: StoredLine): Omit<CsvRow, 'address'> {
  if (typeof stored === 'string') return { line: stored };
  const [line, surplus] = stored;
  return { line, surplus };
}
