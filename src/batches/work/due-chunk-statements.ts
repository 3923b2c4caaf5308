import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { firstRows } from '../../database/limit-rows';
import { named, placeholder, prepared } from '../../database/prepared';
import { withIndex } from '../../database/with-index';
import { Batch } from '../batch.entity';
import { Chunk } from '../chunk.entity';

/** Free, and its time has come. `c` is the chunk. */
const IS_DUE = "c.state = 'pending' AND c.dueAt <= :now AND c.leaseUntil <= :now";

/**
 * Indexes of `Chunk`, by which MariaDB and SQLite find the few due chunks of a batch among all of them; left to themselves
 * they would go through all, in the order of the file (`test/batches/turns.spec.ts`).
 */
const DUE_OF_BATCH = 'batch_chunks_due_of_batch';
const PENDING_OF_BATCH = 'batch_chunks_state';

/** The statements of `DueChunks`, many times a second: built once. */
export function dueChunkStatements(batches: Repository<Batch>) {
  const due = dueChunks(batches);
  return {
    /** Batches in which something is due. */
    waiting: prepared<'now'>(waitingBatches(batches)),
    /** The same of test batches alone. */
    waitingTests: prepared<'now'>(waitingBatches(batches).andWhere('b.isTest = 1')),
    /** The first due chunks of a batch: so many. */
    dueOf: prepared<'batchId' | 'now' | 'count'>(due, firstRows(withIndex(due, DUE_OF_BATCH), placeholder('count'))),
    /** The chunk at the front of a batch, if it waited for that. */
    frontOf: prepared<'batchId' | 'now'>(frontChunk(batches)),
    /** Notes that a chunk of a batch was handed out. */
    serving: prepared<'id' | 'turn' | 'now'>(
      batches
        .createQueryBuilder()
        .update()
        .set({
          servedAt: named('turn'),
          // Before the status: MySQL evaluates the assignments from left to right.
          startedAt: () => "CASE status WHEN 'pending' THEN COALESCE(startedAt, :now) ELSE startedAt END",
          updatedAt: () => "CASE status WHEN 'pending' THEN :now ELSE updatedAt END",
          status: () => "CASE status WHEN 'pending' THEN 'processing' ELSE status END",
        })
        .where('id = :id'),
    ),
  };
}

export type DueStatements = ReturnType<typeof dueChunkStatements>;

/** Unfinished batches in which something is due `:now`. */
function waitingBatches(batches: Repository<Batch>): SelectQueryBuilder<Batch> {
  const query = batches.createQueryBuilder('b');
  const lastOfOrganization = query
    .subQuery()
    .select('MAX(s.servedAt)')
    .from(Batch, 's')
    .where('s.organizationId = b.organizationId');
  // Not `EXISTS`, which MariaDB turns into a join over all pending chunks.
  const due = query.subQuery().select('1').from(Chunk, 'c').where(`c.batchId = b.id AND ${IS_DUE}`).limit(1);
  const front = query
    .subQuery()
    .select(`CASE WHEN ${isFirstAtLast('c')} THEN 1 END`)
    .from(Chunk, 'c')
    .where("c.batchId = b.id AND c.state = 'pending'")
    // In the order of the whole index, or MySQL sorts.
    .orderBy({ 'c.batchId': 'ASC', 'c.state': 'ASC', 'c.position': 'ASC' })
    .limit(1);
  return query
    .select('b.id', 'batchId')
    .addSelect('b.organizationId', 'organizationId')
    .addSelect('b.servedAt', 'servedAt')
    .addSelect(lastOfOrganization.getQuery(), 'organizationServedAt')
    .where("b.status IN ('pending', 'processing')")
    .andWhere(
      `COALESCE(${withIndex(due, DUE_OF_BATCH).getQuery()}, ${withIndex(front, PENDING_OF_BATCH).getQuery()}) = 1`,
    );
}

/** What is due `:now` of `:batchId`, in the order in which it is taken. */
function dueChunks({ manager }: Repository<Batch>): SelectQueryBuilder<Chunk> {
  return manager
    .createQueryBuilder(Chunk, 'c')
    .select('c.id', 'id')
    .addSelect('c.version', 'version')
    .addSelect('c.batchId', 'batchId')
    .addSelect('c.position', 'position')
    .where(`c.batchId = :batchId AND ${IS_DUE}`)
    .orderBy({ 'c.dueAt': 'ASC', 'c.leaseUntil': 'ASC', 'c.position': 'ASC' });
}

/** The first pending chunk of `:batchId`, if it waited for those in front of it, and these are done. */
function frontChunk({ manager }: Repository<Batch>): SelectQueryBuilder<ObjectLiteral> {
  const first = manager
    .createQueryBuilder()
    .subQuery()
    .select('c.id', 'id')
    .addSelect('c.version', 'version')
    .addSelect('c.batchId', 'batchId')
    .addSelect('c.position', 'position')
    .addSelect('c.waitsForEarlier', 'waitsForEarlier')
    .addSelect('c.leaseUntil', 'leaseUntil')
    .from(Chunk, 'c')
    .where("c.batchId = :batchId AND c.state = 'pending'")
    .orderBy('c.position')
    .limit(1);
  return manager
    .createQueryBuilder()
    .select('front.id', 'id')
    .addSelect('front.version', 'version')
    .addSelect('front.batchId', 'batchId')
    .addSelect('front.position', 'position')
    .from(withIndex(first, PENDING_OF_BATCH).getQuery(), 'front')
    .where(isFirstAtLast('front'));
}

/** The first pending chunk of its batch waited for those in front of it, and these are done. */
function isFirstAtLast(chunk: string): string {
  return `${chunk}.waitsForEarlier > 0 AND ${chunk}.leaseUntil <= :now`;
}
