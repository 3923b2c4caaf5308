import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { Database } from '../../database/database';
import { union } from '../../database/union';
import { Batch } from '../batch.entity';
import { dueChunkStatements, type DueStatements } from './due-chunk-statements';
import type { FairShares } from './fair-shares';
import { scheduleBatches, type WaitingBatch } from './schedule-batches';

/** A pending chunk whose time has come and whose lease is free. */
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

/** `served_at` counts ticks finer than a millisecond, so that of several turns at once the later ones count as later. */
const TICKS_PER_MS = 1000;

/**
 * Which chunks are next, least recently served first: organizations, then the batches of each. The database holds when they
 * were served, so the order is one for all processes. Costs a few index reads per unfinished batch, whatever its size.
 */
@Injectable()
export class DueChunks {
  private readonly statements;

  constructor(
    @InjectRepository(Batch) batches: Repository<Batch>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.statements = dueChunkStatements(batches);
  }

  /**
   * In the order in which they are to be taken.
   * @param shares who may take how much more
   * @param which of test batches alone, or of all
   */
  async next(limit: number, shares: FairShares, which: 'all' | 'tests' = 'all'): Promise<DueChunk[]> {
    const batches = await this.batches(which === 'all' ? this.statements.waiting : this.statements.waitingTests);
    const found = new Map<number, DueChunk[]>();
    const ended = new Set<number>();
    for (;;) {
      const turns = scheduleBatches(batches, limit, shares.copy(0), (batchId) =>
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
    const turns = new Map(chunks.map(({ batchId }, index) => [batchId, now * TICKS_PER_MS + index]));
    await Promise.all([...turns].map(([id, turn]) => this.database.run(this.statements.serving({ id, turn, now }))));
  }

  /** Those that have something due, with when they and their organizations were last served. */
  private async batches(waiting: DueStatements['waiting']): Promise<WaitingBatch[]> {
    return this.database.query<WaitingBatch>(...waiting({ now: this.clock.now() }).getQueryAndParameters());
  }

  /** The first due chunks of some batches: so many of each. */
  private async chunksOf(
    wanted: readonly [batchId: number, count: number][],
    batches: readonly WaitingBatch[],
  ): Promise<Map<number, DueChunk[]>> {
    const now = this.clock.now();
    const found = wanted.flatMap(([batchId, count]) => [
      this.statements.dueOf({ batchId, now, count }),
      this.statements.frontOf({ batchId, now }),
    ]);
    const chunks = await this.database.query<FoundChunk>(...union(found).getQueryAndParameters());
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
}

function countBy(turns: readonly WaitingBatch[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { batchId } of turns) counts.set(batchId, (counts.get(batchId) ?? 0) + 1);
  return counts;
}
