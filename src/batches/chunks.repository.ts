import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { inBites } from '../database/in-bites';
import { UploadLostError } from './batches.errors';
import type { PackedChunk } from './csv';

/** A chunk as it lies in the database. */
export interface StoredChunk {
  id: number;
  batchId: number;
  organizationId: number;
  /** From 0, in the order of the file. */
  position: number;
  rowCount: number;
  /** Counts the saves: whoever saves must have started from the version that is there. */
  version: number;
  /** How often rows with a temporary answer have been asked again. */
  attempt: number;
  /** How long the chunk last waited for those in front of it until it looked again, in milliseconds; 0: not at all. */
  waitsForEarlier: number;
  /** When the rows that got a temporary answer in this attempt may be asked again; 0 while there are none. */
  retryAt: number;
  /** JSON: their indexes. */
  waitingRows: string | null;
  addresses: Buffer;
  results: Buffer | null;
}

/** Chunks that one statement of maintenance changes at least: each holds up to some megabytes. */
const FEWEST_CHUNKS = 2;

/** The rows of `batch_chunks`, but for who works on them when (`ChunkLeases`). */
@Injectable()
export class ChunksRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds chunks to an upload. Rejects when there is none any more: chunks without a batch would stay for ever.
   * @throws UploadLostError
   */
  async insert(batchId: number, chunks: readonly PackedChunk[]): Promise<void> {
    if (chunks.length === 0) return;
    const row = "SELECT id, ?, ?, 'pending', ?, ? FROM batches WHERE id = ? AND status = 'uploading'";
    const { affected } = await this.database.execute(
      `INSERT INTO batch_chunks (batch_id, position, row_count, state, addresses, \`lines\`)
        ${chunks.map(() => row).join(' UNION ALL ')}`,
      chunks.flatMap(({ position, rowCount, addresses, lines }) => [position, rowCount, addresses, lines, batchId]),
    );
    if (affected < chunks.length) throw new UploadLostError();
  }

  /** A chunk that still has to be worked on, if it is at this version. */
  async findPending(id: number, version: number): Promise<StoredChunk | null> {
    const [chunk] = await this.database.query<StoredChunk>(
      `SELECT c.id, c.batch_id AS batchId, b.organization_id AS organizationId, c.position, c.row_count AS rowCount,
          c.version, c.attempt, c.retry_at AS retryAt, c.waits_for_earlier AS waitsForEarlier,
          c.waiting_rows AS waitingRows, c.addresses, c.results
        FROM batch_chunks c JOIN batches b ON b.id = c.batch_id
        WHERE c.id = ? AND c.version = ? AND c.state = 'pending' AND b.status IN ('pending', 'processing')`,
      [id, version],
    );
    return chunk ?? null;
  }

  /** Takes the open chunks of a cancelled batch off the list of what is to be done, some with each statement. */
  async retire(batchId: number, signal?: AbortSignal): Promise<void> {
    const isOpen = "batch_id = ? AND state = 'pending'";
    const sql = this.database.updateSome('batch_chunks', "state = 'cancelled'", isOpen, 'position');
    await inBites(this.database, { fewest: FEWEST_CHUNKS, signal }, async (limit) => {
      return (await this.database.execute(sql, [batchId, limit])).affected;
    });
  }

  /** Of these batches, the ones that have chunks on the list of what is to be done. */
  async withOpenChunks(batchIds: readonly number[]): Promise<number[]> {
    if (batchIds.length === 0) return [];
    const rows = await this.database.query<{ id: number }>(
      `SELECT DISTINCT batch_id AS id FROM batch_chunks
        WHERE batch_id IN (${batchIds.map(() => '?').join(', ')}) AND state = 'pending'`,
      [...batchIds],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Deletes the chunks of a batch, some with each statement, from the first one on: whoever finds no first chunk knows
   * that the results are gone. Returns whether none are left.
   */
  deleteAll(batchId: number, signal?: AbortSignal): Promise<boolean> {
    const sql = this.database.deleteSome('batch_chunks', 'batch_id = ?', 'position');
    return inBites(this.database, { fewest: FEWEST_CHUNKS, signal }, async (limit) => {
      return (await this.database.execute(sql, [batchId, limit])).affected;
    });
  }

  /** Whether all chunks in front of this one have all their answers. */
  async areEarlierDone(batchId: number, position: number): Promise<boolean> {
    const rows = await this.database.query(
      "SELECT 1 FROM batch_chunks WHERE batch_id = ? AND state = 'pending' AND position < ? LIMIT 1",
      [batchId, position],
    );
    return rows.length === 0;
  }

  /** The caller's lines of a chunk and our answers to them, or null when there is no such chunk. */
  async findResults(batchId: number, position: number): Promise<{ lines: Buffer; results: Buffer | null } | null> {
    const [chunk] = await this.database.query<{ lines: Buffer; results: Buffer | null }>(
      'SELECT `lines`, results FROM batch_chunks WHERE batch_id = ? AND position = ?',
      [batchId, position],
    );
    return chunk ?? null;
  }
}
