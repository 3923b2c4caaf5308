import type { Response } from 'express';
import type { BatchSummary } from '../batch';
import { contentDisposition, type ResultsCsvOptions } from '../intake/csv';
import { partName } from './part-name';
import type { ResultsFile } from './results-files.service';

/** Sends a results file, piece by piece, as fast as the caller takes it. */
export async function sendResults(
  response: Response,
  batch: BatchSummary,
  { statuses }: ResultsCsvOptions,
  { contentType, extension, write }: ResultsFile,
): Promise<void> {
  response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Disposition', contentDisposition(batch.name, partName(statuses), extension));
  await write(response).catch((error: unknown) => {
    // A caller who has enough may go; anything else breaks the connection off, so that he sees it.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
