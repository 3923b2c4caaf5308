import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import type { DueChunk } from './due-chunks';

/** For how long a chunk belongs to whoever took it, unless he says that he is still there. */
export const LEASE_MS = 15_000;

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

  /** Whether the chunk is ours now: others may have been faster. */
  async claim({ id, version }: DueChunk): Promise<boolean> {
    const now = this.clock.now();
    const { affected } = await this.database.execute(
      `UPDATE batch_chunks SET lease_until = ?
        WHERE id = ? AND version = ? AND state = 'pending' AND lease_until <= ?`,
      [now + LEASE_MS, id, version, now],
    );
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
