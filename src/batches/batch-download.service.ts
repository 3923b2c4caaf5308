import { Injectable } from '@nestjs/common';
import type { Batch } from './batch';
import { ResultsUnavailableError } from './batches.errors';
import { BatchesRepository } from './batches.repository';
import { ChunksRepository } from './chunks.repository';
import { readLines, readResults, ResultsCsv, type ResultsCsvOptions } from './csv';

interface OpenedChunk {
  lines: string[];
  results: Awaited<ReturnType<typeof readResults>>;
}

/** Writes the results of batches that have ended: completed, or cancelled with rows that have no answer. */
@Injectable()
export class BatchDownloadService {
  constructor(
    private readonly batches: BatchesRepository,
    private readonly chunks: ChunksRepository,
  ) {}

  /**
   * The results file, piece by piece, as somebody takes them.
   * @throws ResultsUnavailableError before the first piece
   */
  async open(batch: Batch, options: ResultsCsvOptions): Promise<AsyncGenerator<string, void>> {
    if (batch.status !== 'completed' && batch.status !== 'cancelled')
      throw new ResultsUnavailableError('not_completed');
    const first = batch.purgedAt === null ? await this.read(batch, 0) : null;
    if (first === null) throw new ResultsUnavailableError('purged');
    const csv = new ResultsCsv(await this.batches.columns(batch.id), options);
    return this.write(batch, csv, first);
  }

  private async *write(batch: Batch, csv: ResultsCsv, first: OpenedChunk): AsyncGenerator<string, void> {
    yield csv.header();
    let rows = 0;
    let chunk: OpenedChunk | null = first;
    for (let position = 1; chunk !== null; position += 1) {
      rows += chunk.lines.length;
      const text = csv.rows(chunk.lines, chunk.results);
      if (text !== '') yield text;
      chunk = rows < batch.totalCount ? await this.read(batch, position) : null;
    }
    // A purge came in between: the caller must not take the piece that he has for the whole.
    if (rows < batch.totalCount) throw new Error(`The results of batch ${batch.id} were deleted during a download.`);
  }

  private async read({ id, status }: Batch, position: number): Promise<OpenedChunk | null> {
    const stored = await this.chunks.findResults(id, position);
    if (stored === null || (stored.results === null && status !== 'cancelled')) return null;
    const [lines, results] = await Promise.all([
      readLines(stored.lines),
      // No answer to any of them.
      stored.results === null ? [] : readResults(stored.results),
    ]);
    return { lines, results };
  }
}
