import csvParser from 'csv-parser';
import { CsvText } from '../../src/batches/intake/csv/csv-text';
import { decodeText } from '../../src/batches/intake/csv/decode-text';
import { Yielder } from '../../src/batches/intake/csv/yielder';
import { RecordScanner } from '../../src/batches/intake/csv/record-scanner';
import { RowWriter } from '../../src/batches/intake/csv/row-writer';

const TURN = 65_536;
const MOST_RECORDS = 1000;
const LONGEST_BYTES = 3 * 1_048_576;

/**
 * Reads a CSV file as the service could: the scanner looks for faults and counts cells, without taking them out,
 * csv-parser splits what is sound, and rows are written as those of the service are. The `email` column comes first or
 * second. It knows files without faults and dialects only: what those take comes on top.
 * @returns the rows below the header
 */
export async function readByCsvParser(source: AsyncIterable<Uint8Array>, delimiter: string): Promise<number> {
  const yielder = new Yielder();
  const text = new CsvText(decodeText(source), yielder);
  const dialect = { delimiter, hasBackslashes: false, skipsBlanks: false };
  const parser = csvParser({ separator: delimiter, headers: false, maxRowBytes: LONGEST_BYTES });
  let split: Record<number, string>[] = [];
  parser.on('data', (row: Record<number, string>) => split.push(row));
  let writer: RowWriter | null = null;
  let rows = 0;
  while (await text.hasMore()) {
    const { window } = text;
    const scanner = new RecordScanner(window, dialect, 0);
    const records = [];
    while (scanner.at < TURN && records.length < MOST_RECORDS) {
      const record = scanner.next();
      if (record === null) break;
      if (record.stray !== null) throw new Error('The file of the bench has a fault.');
      records.push(record);
    }
    split = [];
    await new Promise<unknown>((resolve) => parser.write(Buffer.from(window.slice(0, scanner.at)), resolve));
    await yielder.yieldIfDue();
    for (const [at, record] of records.entries()) {
      const cells = Object.values(split[at] ?? {});
      writer ??= new RowWriter(cells.length, Math.min(1, cells.length - 1), delimiter);
      const row = writer.write({ ...record, cells, hasMore: false }, 1);
      if (row !== null && 'line' in row) rows += 1;
    }
    text.take(scanner.at, records.length);
  }
  return rows - 1;
}
