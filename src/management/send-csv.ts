import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { contentDisposition, encodeCell } from '../batches/intake/csv';

/** Numbers are our own: they are written as such, so that a spreadsheet can add them up. */
type Cells = readonly (string | number)[];

/** By which Excel knows UTF-8: these files are for people. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Sends a CSV file (RFC 4180) as fast as the caller takes it, its cells safe for spreadsheets.
 * @param name of the file, without its ending
 * @param pieces some records at a time
 */
export async function sendCsv(
  response: Response,
  name: string,
  columns: Cells,
  pieces: AsyncIterable<readonly Cells[]> | Iterable<readonly Cells[]>,
): Promise<void> {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', contentDisposition(name));
  await pipeline(Readable.from(textOf(columns, pieces)), response).catch((error: unknown) => {
    // A caller who has enough may go; anything else breaks the connection off, so that he sees it.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

async function* textOf(
  columns: Cells,
  pieces: AsyncIterable<readonly Cells[]> | Iterable<readonly Cells[]>,
): AsyncGenerator<string, void> {
  yield `${BYTE_ORDER_MARK}${recordOf(columns)}`;
  for await (const records of pieces) {
    if (records.length > 0) yield records.map(recordOf).join('');
  }
}

const recordOf = (cells: Cells): string =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : encodeCell(cell))).join(',')}\r\n`;
