import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BatchSummary } from '../batch';
import { XLSX } from '../intake/bodies/open-body';
import type { ResultsCsvOptions } from '../intake/csv';
import { BatchDownloadService } from './batch-download.service';
import { jsonLines } from './results-jsonl';
import { workbookParts } from './results-workbook';
import { writeZip } from './results-zip';

/** What a results file is, by its extension. */
export const RESULTS_FORMATS = ['csv', 'jsonl', 'xlsx'] as const;
export type ResultsFormat = (typeof RESULTS_FORMATS)[number];

/** A results file that is written as somebody takes it. */
export interface ResultsFile {
  contentType: string;
  extension: ResultsFormat;
  write: (target: NodeJS.WritableStream) => Promise<void>;
}

/** Opens the results of a batch in the form that is asked for. */
@Injectable()
export class ResultsFiles {
  constructor(private readonly downloads: BatchDownloadService) {}

  /** @throws ResultsUnavailableError before anything is written */
  async open(batch: BatchSummary, options: ResultsCsvOptions, format: ResultsFormat): Promise<ResultsFile> {
    if (format === 'csv') return textFile('text/csv; charset=utf-8', format, await this.downloads.open(batch, options));
    const rows = await this.downloads.openRows(batch, options);
    if (format === 'jsonl') return textFile('application/x-ndjson; charset=utf-8', format, jsonLines(rows));
    const writtenAt = new Date(batch.updatedAt);
    return {
      contentType: XLSX,
      extension: format,
      write: (target) => writeZip(workbookParts(rows), writtenAt, target),
    };
  }
}

function textFile(contentType: string, extension: ResultsFormat, pieces: AsyncGenerator<string, void>): ResultsFile {
  return { contentType, extension, write: (target) => pipeline(Readable.from(pieces), target) };
}
