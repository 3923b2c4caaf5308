import type { Dialect } from './csv-record';
import { withoutGuards } from './encode-cell';
import { RecordScanner } from './record-scanner';

/** How `RowWriter` writes. */
const OURS: Dialect = { delimiter: ',', hasBackslashes: false, skipsBlanks: false };

/** The first cells of a stored line (`CsvRow.line`), as the customer's file had them: `most` of them at most. */
export function cellsOf(line: string, most: number): string[] {
  return new RecordScanner(`${line}\n`, OURS, most).next()?.cells.map(withoutGuards) ?? [];
}
