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
  ResultsRows,
  type ResultsCsvOptions,
  type ResultsRow,
  type ResultsTable,
  type RowResult,
  type StoredLine,
} from '../intake/csv';

/** Rows of a chunk, as a piece of the results. */
interface WrittenChunk<Piece> {
  rowCount: number;
  /** Null: none of its rows are wanted. */
  piece: Piece | null;
}

/** How the rows of a chunk become a piece of the results. */
type ResultsWriter<Piece> = Pick<ResultsTable, 'isOfAddresses' | 'wantsAny'> & {
  rows(starts: readonly StoredLine[], results: readonly (RowResult | null)[]): Piece;
};

/** Results whose cells are values. */
export interface OpenedRows {
  table: ResultsTable;
  rows: AsyncGenerator<ResultsRow[], void>;
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
    requireEnded(batch);
    const csv = new ResultsCsv(await this.batches.columns(batch.id), options);
    return behind(csv.header(), await this.begin(batch, csv));
  }

  /** The same for files of another kind. @throws ResultsUnavailableError before the first piece */
  async openRows(batch: BatchSummary, options: ResultsCsvOptions): Promise<OpenedRows> {
    requireEnded(batch);
    const table = new ResultsRows(await this.batches.columns(batch.id), options);
    return { table, rows: await this.begin(batch, table) };
  }

  private async begin<Piece>(batch: BatchSummary, writer: ResultsWriter<Piece>): Promise<AsyncGenerator<Piece, void>> {
    const first = batch.purgedAt === null ? await this.read(batch, 0, writer) : null;
    if (first === null) throw new ResultsUnavailableError('purged');
    return this.write(batch, writer, first);
  }

  private async *write<Piece>(
    batch: BatchSummary,
    writer: ResultsWriter<Piece>,
    first: WrittenChunk<Piece>,
  ): AsyncGenerator<Piece, void> {
    let rows = 0;
    let chunk: WrittenChunk<Piece> | null = first;
    for (let position = 1; chunk !== null; position += 1) {
      rows += chunk.rowCount;
      if (chunk.piece !== null) yield chunk.piece;
      chunk = rows < batch.totalCount ? await this.read(batch, position, writer) : null;
    }
    // A purge came in between: the caller must not take the piece that he has for the whole.
    if (rows < batch.totalCount) throw new Error(`The results of batch ${batch.id} were deleted during a download.`);
  }

  /** Reads the answers first: a part of a list needs nothing else of the chunks that hold none of it. */
  private async read<Piece>(
    { id, status }: BatchSummary,
    position: number,
    writer: ResultsWriter<Piece>,
  ): Promise<WrittenChunk<Piece> | null> {
    const answers = await this.chunks.findAnswers(id, position);
    if (answers === null || (answers.results === null && status !== 'cancelled')) return null;
    const { rowCount } = answers;
    const results =
      // No answer to any of them.
      answers.results === null ? new Array<RowResult | null>(rowCount).fill(null) : await readResults(answers.results);
    if (!writer.wantsAny(results)) return { rowCount, piece: null };
    const starts = await this.starts(id, position, writer.isOfAddresses);
    return starts === null ? null : { rowCount, piece: writer.rows(starts, results) };
  }

  /** What each row of a chunk begins with. */
  private async starts(id: number, position: number, isOfAddresses: boolean): Promise<StoredLine[] | null> {
    const stored = await this.chunks.findPart(id, position, isOfAddresses ? 'addresses' : 'lines');
    if (stored === null) return null;
    return isOfAddresses ? (await readAddresses(stored)).map(([address]) => encodeCell(address)) : readLines(stored);
  }
}

function requireEnded({ status }: BatchSummary): void {
  if (status !== 'completed' && status !== 'cancelled') throw new ResultsUnavailableError('not_completed');
}

async function* behind(header: string, pieces: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  yield header;
  yield* pieces;
}
