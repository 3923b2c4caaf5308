import { Injectable } from '@nestjs/common';
import type { BatchSummary } from '../batch';
import { ResultsUnavailableError } from '../batches.errors';
import { BatchesRepository } from '../batches.repository';
import { ChunksRepository } from '../chunks.repository';
import {
  encodeCell,
  readAddresses,
  readLines,
  readResults,
  ResultsCsv,
  type ResultsCsvOptions,
  type RowResult,
  type StoredLine,
} from '../intake/csv';

/** Rows of a chunk, as text of the results file. */
interface WrittenChunk {
  rowCount: number;
  text: string;
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
  async open(batch: BatchSummary, options: ResultsCsvOptions): Promise<AsyncGenerator<string, void>> {
    if (batch.status !== 'completed' && batch.status !== 'cancelled')
      throw new ResultsUnavailableError('not_completed');
    const csv = new ResultsCsv(await this.batches.columns(batch.id), options);
    const first = batch.purgedAt === null ? await this.read(batch, 0, csv) : null;
    if (first === null) throw new ResultsUnavailableError('purged');
    return this.write(batch, csv, first);
  }

  private async *write(batch: BatchSummary, csv: ResultsCsv, first: WrittenChunk): AsyncGenerator<string, void> {
    yield csv.header();
    let rows = 0;
    let chunk: WrittenChunk | null = first;
    for (let position = 1; chunk !== null; position += 1) {
      rows += chunk.rowCount;
      if (chunk.text !== '') yield chunk.text;
      chunk = rows < batch.totalCount ? await this.read(batch, position, csv) : null;
    }
    // A purge came in between: the caller must not take the piece that he has for the whole.
    if (rows < batch.totalCount) throw new Error(`The results of batch ${batch.id} were deleted during a download.`);
  }

  /** Reads the answers first: a part of a list needs nothing else of the chunks that hold none of it. */
  private async read({ id, status }: BatchSummary, position: number, csv: ResultsCsv): Promise<WrittenChunk | null> {
    const answers = await this.chunks.findAnswers(id, position);
    if (answers === null || (answers.results === null && status !== 'cancelled')) return null;
    const { rowCount } = answers;
    const results =
      // No answer to any of them.
      answers.results === null ? new Array<RowResult | null>(rowCount).fill(null) : await readResults(answers.results);
    if (!csv.wantsAny(results)) return { rowCount, text: '' };
    const starts = await this.starts(id, position, csv.isOfAddresses);
    return starts === null ? null : { rowCount, text: csv.rows(starts, results) };
  }

  /** What each row of a chunk begins with. */
  private async starts(id: number, position: number, isOfAddresses: boolean): Promise<StoredLine[] | null> {
    const stored = await this.chunks.findPart(id, position, isOfAddresses ? 'addresses' : 'lines');
    if (stored === null) return null;
    return isOfAddresses ? (await readAddresses(stored)).map(([address]) => encodeCell(address)) : readLines(stored);
  }
}
