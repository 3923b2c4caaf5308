import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import type { BatchStatus } from './batch';

/** For how long a chunk belongs to whoever took it, unless he says that he is still there. */
export const LEASE_MS = 15_000;

/** A chunk that somebody should work on. */
export interface DueChunk {
  id: number;
  version: number;
  batchId: number;
  batchStatus: BatchStatus;
}

/**
 * Who works on which chunk, as columns of `batch_chunks`: a chunk is free when `lease_until` has passed. A lease spares
 * double work, no more: of two that work on one chunk, the version decides whose work counts.
 */
@Injectable()
export class ChunkLeases {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Free chunks whose time has come. Batches take turns: first is who has the fewest chunks in work. */
  async due(limit: number): Promise<DueChunk[]> {
    const now = this.clock.now();
    return this.database.query<DueChunk>(
      `SELECT c.id, c.version, c.batch_id AS batchId, turns.status AS batchStatus FROM (
          SELECT due.id, b.status, due.turn + COALESCE(busy.chunks, 0) AS turn, due.batch_id, due.position
          FROM (
            SELECT id, batch_id, position, ROW_NUMBER() OVER (PARTITION BY batch_id ORDER BY position) AS turn
            FROM batch_chunks free
            WHERE state = 'pending' AND due_at <= ? AND lease_until <= ? AND (waits_for_earlier = 0 OR due_at <= ? - waits_for_earlier OR NOT EXISTS (
              SELECT 1 FROM batch_chunks earlier WHERE earlier.batch_id = free.batch_id AND earlier.state = 'pending'
                AND earlier.position < free.position))
          ) due
          JOIN batches b ON b.id = due.batch_id AND b.status IN ('pending', 'processing')
          LEFT JOIN (
            SELECT batch_id, COUNT(*) AS chunks FROM batch_chunks WHERE state = 'pending' AND lease_until > ?
            GROUP BY batch_id
          ) busy ON busy.batch_id = due.batch_id
          ORDER BY turn, due.batch_id, due.position LIMIT ?
        ) turns JOIN batch_chunks c ON c.id = turns.id
        ORDER BY turns.turn, turns.batch_id, turns.position`,
      [now, now, now, now, limit],
    );
  }

  /** Whether the chunk is ours now: others may have been faster. */
  async claim({ id, version, batchId, batchStatus }: DueChunk): Promise<boolean> {
    const now = this.clock.now();
    const { affected } = await this.database.execute(
      `UPDATE batch_chunks SET lease_until = ?
        WHERE id = ? AND version = ? AND state = 'pending' AND lease_until <= ?`,
      [now + LEASE_MS, id, version, now],
    );
    if (affected === 1 && batchStatus === 'pending') {
      await this.database.execute(
        "UPDATE batches SET status = 'processing', updated_at = ? WHERE id = ? AND status = 'pending'",
        [now, batchId],
      );
    }
    return affected === 1;
  }

  /** Says that these chunks are still being worked on. */
  async extend(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.execute(
      `UPDATE batch_chunks SET lease_until = ? WHERE state = 'pending' AND id IN (${ids.map(() => '?').join(', ')})`,
      [this.clock.now() + LEASE_MS, ...ids],
    );
  }

  /** Gives a chunk back that could not be worked on. */
  async release(id: number, version: number, dueAt: number): Promise<void> {
    await this.database.execute(
      "UPDATE batch_chunks SET lease_until = 0, due_at = ? WHERE id = ? AND version = ? AND state = 'pending'",
      [dueAt, id, version],
    );
  }

  /** At the start of a process that is alone: whoever held a lease is gone. */
  async releaseAll(): Promise<void> {
    await this.database.execute("UPDATE batch_chunks SET lease_until = 0 WHERE state = 'pending' AND lease_until > 0");
  }
}
