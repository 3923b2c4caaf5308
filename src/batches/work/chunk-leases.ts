import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { Chunk } from '../chunk.entity';
import type { DueChunk } from './due-chunks';

/** How long a lease lasts unless it is renewed. */
export const LEASE_MS = 15_000;

/**
 * Leases of chunks: a chunk is free once its `leaseUntil` has passed. A lease only spares double work; of two processes that
 * work on one chunk, its version (optimistic locking) decides whose work counts.
 */
@Injectable()
export class ChunkLeases {
  constructor(
    @InjectRepository(Chunk) private readonly chunks: Repository<Chunk>,
    private readonly clock: Clock,
  ) {}

  /** Whether the chunk is ours now: others may have been faster. */
  async claim({ id, version }: DueChunk): Promise<boolean> {
    const now = this.clock.now();
    const isFree = { id, version, state: 'pending', leaseUntil: LessThanOrEqual(now) } as const;
    const { affected } = await this.chunks.update(isFree, { leaseUntil: now + LEASE_MS });
    return affected === 1;
  }

  /** Says that these chunks are still being worked on. */
  async extend(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    // In one order, as InnoDB locks them: two that renew the same ones wait for each other and don't collide.
    const sorted = [...ids].sort((one, other) => one - other);
    await this.chunks
      .createQueryBuilder()
      .update()
      .set({ leaseUntil: this.clock.now() + LEASE_MS })
      .where('state = :state AND id IN (:...sorted)', { state: 'pending', sorted })
      .execute();
  }

  /** Gives a chunk back that could not be worked on. */
  async release(id: number, version: number, dueAt: number): Promise<void> {
    await this.chunks.update({ id, version, state: 'pending' }, { leaseUntil: 0, dueAt });
  }

  /** At the start of a process that is alone: whoever held a lease is gone. */
  async releaseAll(): Promise<void> {
    await this.chunks.update({ state: 'pending', leaseUntil: MoreThan(0) }, { leaseUntil: 0 });
  }
}
