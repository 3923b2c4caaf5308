import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { BatchSummary } from '../batch';
import { contentDisposition, zippedName, type ResultsCsvOptions, type RowStatus } from '../intake/csv';
import { BatchDownloadService } from './batch-download.service';
import { writeZip, type ZippedFile } from './results-zip';

/** The files of a ZIP, in their order. */
const KINDS = ['valid', 'catch_all', 'risky', 'invalid', 'unknown', 'unchecked'] as const satisfies RowStatus[];

/** The results of a batch as one ZIP with a file for each status, written as it is sent. */
@Injectable()
export class BatchZipService {
  constructor(private readonly downloads: BatchDownloadService) {}

  /** The files: the first is open, since nobody can be told that the results are gone once they are sent. @throws ResultsUnavailableError */
  async open(batch: BatchSummary, options: ResultsCsvOptions): Promise<ZippedFile[]> {
    const kinds = KINDS.filter((kind) => (options.statuses?.has(kind) ?? true) && mayHave(batch, kind));
    const open = (kind: RowStatus) => this.downloads.open(batch, { ...options, statuses: new Set([kind]) });
    const [first, ...others] = kinds;
    const files: ZippedFile[] = others.map((kind) => ({ name: nameOf(batch, kind), open: () => open(kind) }));
    const pieces = await open(first ?? 'valid');
    return [{ name: nameOf(batch, first ?? 'valid'), open: () => Promise.resolve(pieces) }, ...files];
  }

  async send(batch: BatchSummary, files: readonly ZippedFile[], response: Response): Promise<void> {
    response.setHeader('Content-Type', 'application/zip');
    response.setHeader('Content-Disposition', contentDisposition(batch.name, 'results', 'zip'));
    await writeZip(files, new Date(batch.updatedAt), response).catch((error: unknown) => {
      // A caller who has enough may go; anything else breaks the connection off, so that he sees it.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }
}

const nameOf = ({ name }: BatchSummary, kind: RowStatus): string => zippedName(name, kind);

/** Whether a batch has rows of a kind, as far as its counts tell. */
function mayHave(batch: BatchSummary, kind: RowStatus): boolean {
  const counts: Record<RowStatus, number> = {
    valid: batch.validCount,
    catch_all: batch.catchAllCount ?? batch.riskyCount,
    risky: batch.riskyCount - (batch.catchAllCount ?? 0),
    invalid: batch.invalidCount,
    unknown: batch.unknownCount,
    unchecked: batch.totalCount - batch.processedCount,
  };
  return counts[kind] > 0;
}
