import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BatchSummary } from '../batch';
import { contentDisposition, type ResultsCsvOptions } from '../intake/csv';
import { partName } from './part-name';

/** Sends a results file, piece by piece, as fast as the caller takes it. */
export async function sendResults(
  response: Response,
  batch: BatchSummary,
  { statuses }: ResultsCsvOptions,
  rows: AsyncGenerator<string, void>,
): Promise<void> {
  response.setHeader('Content-Type', 'text/csv; charset=utf-8');
  response.setHeader('Content-Disposition', contentDisposition(batch.name, partName(statuses)));
  await pipeline(Readable.from(rows), response).catch((error: unknown) => {
    // A caller who has enough may go; anything else breaks the connection off, so that he sees it.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
