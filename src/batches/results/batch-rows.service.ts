import { Injectable } from '@nestjs/common';
import type { BatchSummary } from '../batch';
import { ResultsUnavailableError } from '../batches.errors';
import { BatchesRepository } from '../batches.repository';
import { ChunksRepository } from '../chunks.repository';
import {
  fromStoredLine,
  readAddresses,
  readLines,
  readResults,
  type RowResult,
  type RowStatus,
  type StoredLine,
} from '../intake/csv';
import { cellsOf } from '../intake/csv/read-line';
import { FIRST_ROW, type RowCursor } from './row-cursor';
import { shownText } from './shown-text';

/** What one page may cost: chunks that are looked into, and characters of their rows. Behind it the next page begins. */
const MOST_CHUNKS = 100;
const MOST_CHARACTERS = 8_388_608;
/** What is shown of a row. */
const MOST_CELLS = 12;
const CELL_CHARACTERS = 200;

/** Which rows: those that fit all of it. */
export interface RowsWanted {
  /** Undefined: whatever the status, and those without one. `unchecked`: those without one. */
  statuses?: ReadonlySet<RowStatus>;
  /** Rows that hold this, in any case; null: all. */
  search: string | null;
  /** Null: from the first row on. */
  after: RowCursor | null;
  limit: number;
}

export interface SeenRow {
  /** From 1, as rows of the file, blank ones left out. */
  number: number;
  address: string;
  /** Null: not checked. */
  result: RowResult | null;
  /** The first cells of the row; those behind its columns too. */
  cells: string[];
}

export interface RowsPage {
  /** The names of the columns that `cells` are of. */
  columns: string[];
  rows: SeenRow[];
  /** Where to go on; null: that was the end of the list. */
  next: RowCursor | null;
  /** Rows from the first of the list to where this page ends. */
  searched: number;
}

/** Shows rows of a list, page by page, out of its chunks: at most so many of them, one at a time in memory. */
@Injectable()
export class BatchRowsService {
  constructor(
    private readonly batches: BatchesRepository,
    private readonly chunks: ChunksRepository,
  ) {}

  /** @throws ResultsUnavailableError when the rows were deleted */
  async page(batch: BatchSummary, wanted: RowsWanted): Promise<RowsPage> {
    if (batch.purgedAt !== null) throw new ResultsUnavailableError('purged');
    const columns = (await this.batches.columns(batch.id)).slice(0, MOST_CELLS);
    const rows: SeenRow[] = [];
    let at: RowCursor | null = wanted.after ?? FIRST_ROW;
    let characters = 0;
    for (let read = 0; read < MOST_CHUNKS && characters < MOST_CHARACTERS && rows.length < wanted.limit; read += 1) {
      const chunk = await this.read(batch, at, wanted, rows);
      characters += chunk.characters;
      at = chunk.next;
      if (at === null) break;
    }
    return {
      columns: columns.map((name) => shownText(name, CELL_CHARACTERS)),
      rows,
      next: at,
      searched: at === null ? batch.totalCount : at.rowsBefore + at.index,
    };
  }

  /** Adds the rows that are wanted of one chunk, from the cursor on, until there are enough; says where to go on. */
  private async read(
    batch: BatchSummary,
    at: RowCursor,
    { statuses, search, limit }: RowsWanted,
    rows: SeenRow[],
  ): Promise<{ next: RowCursor | null; characters: number }> {
    const answers = await this.chunks.findAnswers(batch.id, at.position);
    if (answers === null) {
      // There is a first chunk as long as there are results.
      if (at.position === 0) throw new ResultsUnavailableError('purged');
      return { next: null, characters: 0 };
    }
    const results = answers.results === null ? [] : await readResults(answers.results);
    const rowsBehind = at.rowsBefore + answers.rowCount;
    const following = { position: at.position + 1, index: 0, rowsBefore: rowsBehind };
    const next = rowsBehind < batch.totalCount ? following : null;
    const isWanted = (index: number): boolean => statuses?.has(results[index]?.[0] ?? 'unchecked') ?? true;
    if (!Array.from({ length: answers.rowCount }, (_, index) => index).some(isWanted)) return { next, characters: 0 };

    const stored = await this.chunks.findRows(batch.id, at.position);
    if (stored === null) throw new ResultsUnavailableError('purged');
    const [addresses, storedLines] = await Promise.all([readAddresses(stored.addresses), readLines(stored.lines)]);
    const lines = storedLines.map(whole);
    const characters = lines.reduce((sum, line) => sum + line.length, 0);
    const needle = search?.toLowerCase().replaceAll('"', '""') ?? '';
    for (let index = at.index; index < lines.length; index += 1) {
      const line = lines[index] ?? '';
      if (!isWanted(index) || (needle !== '' && !line.toLowerCase().includes(needle))) continue;
      if (rows.length >= limit) return { next: { ...at, index }, characters };
      rows.push({
        number: at.rowsBefore + index + 1,
        address: shownText(addresses[index]?.[0] ?? '', CELL_CHARACTERS),
        result: results[index] ?? null,
        cells: cellsOf(line, MOST_CELLS).map((cell) => shownText(cell, CELL_CHARACTERS)),
      });
    }
    return { next, characters };
  }
}

/** A row with all its cells, as one record. */
function whole(stored: StoredLine): string {
  const { line, surplus } = fromStoredLine(stored);
  return surplus === undefined ? line : `${line},${surplus}`;
}
