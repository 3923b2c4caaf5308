import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import type { FairShares } from './fair-shares';
import { takeTurns, type WaitingBatch } from './take-turns';

/** A chunk that somebody should work on. */
export interface DueChunk {
  id: number;
  version: number;
  batchId: number;
  organizationId: number;
}

interface FoundChunk {
  id: number;
  version: number;
  batchId: number;
  /** In its batch. */
  position: number;
}

/** Free, and its time has come. `c` is the chunk; wants the time twice. */
const IS_DUE = "c.state = 'pending' AND c.due_at <= ? AND c.lease_until <= ?";
/** The first pending chunk of its batch waited for those in front of it, and these are done. Wants the time once. */
const isFirstAtLast = (chunk: string): string => `${chunk}.waits_for_earlier > 0 AND ${chunk}.lease_until <= ?`;

/** Indexes of `batch_chunks`. */
const DUE_OF_BATCH = 'batch_chunks_due_of_batch';
const PENDING_OF_BATCH = 'batch_chunks_state';

/** The turn of a moment: finer than a millisecond, so that of several turns at once the later ones count as later. */
const TURNS_IN_A_MS = 1000;

/**
 * Which chunks are next. Organizations take turns, and the batches of each: whoever was served longest ago is next, by
 * the word of the database, so for all processes together. It costs some looks into an index for each unfinished batch,
 * however many chunks there are.
 */
@Injectable()
export class DueChunks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** In the order in which they are to be taken. @param shares who may take how much more */
  async next(limit: number, shares: FairShares): Promise<DueChunk[]> {
    const batches = await this.batches();
    const found = new Map<number, DueChunk[]>();
    const ended = new Set<number>();
    for (;;) {
      const turns = takeTurns(batches, limit, shares.copy(0), (batchId) =>
        ended.has(batchId) ? (found.get(batchId)?.length ?? 0) : Infinity,
      );
      const wanted = countBy(turns);
      const missing = [...wanted].filter(([id, count]) => !ended.has(id) && (found.get(id)?.length ?? 0) < count);
      if (missing.length === 0) return turns.flatMap(({ batchId }) => found.get(batchId)?.shift() ?? []);
      for (const [batchId, chunks] of await this.chunksOf(missing, batches)) {
        found.set(batchId, chunks);
        if (chunks.length < (wanted.get(batchId) ?? 0)) ended.add(batchId);
      }
    }
  }

  /** Remembers that these were served, in this order. */
  async served(chunks: readonly DueChunk[]): Promise<void> {
    const now = this.clock.now();
    const turns = new Map(chunks.map(({ batchId }, index) => [batchId, now * TURNS_IN_A_MS + index]));
    await Promise.all(
      [...turns].map(([batchId, turn]) =>
        this.database.execute(
          `UPDATE batches SET served_at = ?, updated_at = CASE status WHEN 'pending' THEN ? ELSE updated_at END,
              status = CASE status WHEN 'pending' THEN 'processing' ELSE status END WHERE id = ?`,
          [turn, now, batchId],
        ),
      ),
    );
  }

  /** Those that have something due, with when they and their organizations were last served. */
  private async batches(): Promise<WaitingBatch[]> {
    const now = this.clock.now();
    // Not `EXISTS`, which MariaDB turns into a join over all pending chunks. In the order of the whole index, or MySQL sorts.
    return this.database.query<WaitingBatch>(
      `SELECT b.id AS batchId, b.organization_id AS organizationId, b.served_at AS servedAt,
          (SELECT MAX(s.served_at) FROM batches s WHERE s.organization_id = b.organization_id) AS organizationServedAt
        FROM batches b WHERE b.status IN ('pending', 'processing') AND COALESCE(
          (SELECT 1 FROM batch_chunks c ${this.by(DUE_OF_BATCH)} WHERE c.batch_id = b.id AND ${IS_DUE} LIMIT 1),
          (SELECT CASE WHEN ${isFirstAtLast('c')} THEN 1 END FROM batch_chunks c ${this.by(PENDING_OF_BATCH)}
            WHERE c.batch_id = b.id AND c.state = 'pending' ORDER BY c.batch_id, c.state, c.position LIMIT 1)) = 1`,
      [now, now, now],
    );
  }

  /** The first due chunks of some batches: so many of each. */
  private async chunksOf(
    wanted: readonly [batchId: number, count: number][],
    batches: readonly WaitingBatch[],
  ): Promise<Map<number, DueChunk[]>> {
    const now = this.clock.now();
    const chunks = await this.database.query<FoundChunk>(
      wanted
        .map(
          () => `SELECT id, version, batchId, position FROM (
              SELECT c.id, c.version, c.batch_id AS batchId, c.position FROM batch_chunks c ${this.by(DUE_OF_BATCH)}
              WHERE c.batch_id = ? AND ${IS_DUE} ORDER BY c.due_at, c.lease_until, c.position LIMIT ?) due
            UNION SELECT id, version, batch_id, position FROM (
              SELECT c.id, c.version, c.batch_id, c.position, c.waits_for_earlier, c.lease_until
              FROM batch_chunks c ${this.by(PENDING_OF_BATCH)}
              WHERE c.batch_id = ? AND c.state = 'pending' ORDER BY c.position LIMIT 1) front WHERE ${isFirstAtLast('front')}`,
        )
        .join(' UNION '),
      wanted.flatMap(([batchId, count]) => [batchId, now, now, count, batchId, now]),
    );
    chunks.sort((one, other) => one.position - other.position);
    const organizations = new Map(batches.map(({ batchId, organizationId }) => [batchId, organizationId]));
    return new Map(
      wanted.map(([batchId, count]) => {
        const organizationId = organizations.get(batchId) ?? 0;
        const found = chunks.filter((chunk) => chunk.batchId === batchId).slice(0, count);
        return [batchId, found.map(({ id, version }) => ({ id, version, batchId, organizationId }))];
      }),
    );
  }

  /** MariaDB would go through all chunks of a batch, in the order of the file. */
  private by(index: string): string {
    return this.database.dialect === 'sqlite' ? `INDEXED BY ${index}` : `FORCE INDEX (${index})`;
  }
}

function countBy(turns: readonly WaitingBatch[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { batchId } of turns) counts.set(batchId, (counts.get(batchId) ?? 0) + 1);
  return counts;
}
