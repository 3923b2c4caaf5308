import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { limitRows } from '../database/limit-rows';
import { Database } from '../database/database';
import { inSlices, type SliceOptions } from '../database/in-slices';
import { insertIf } from '../database/insert-if';
import { placeholder, prepared, preparedStatement } from '../database/prepared';
import { OPEN_STATUSES, type BatchStatus } from './batch';
import { Batch } from './batch.entity';
import { UploadLostError } from './batches.errors';
import { Chunk } from './chunk.entity';
import type { PackedChunk } from './intake/csv';

/** What is read of a chunk to work on it. */
const WORKED_ON = [
  'id',
  'batchId',
  'position',
  'rowCount',
  'version',
  'attempt',
  'retryAt',
  'waitsForEarlier',
  'waitingRows',
  'addresses',
  'results',
] as const satisfies (keyof Chunk)[];

export type StoredChunk = Pick<Chunk, (typeof WORKED_ON)[number]> & Pick<Batch, 'organizationId' | 'isTest'>;

/** Chunks that one statement of maintenance changes at least: each holds up to some megabytes. */
const FEWEST_CHUNKS = 2;
/**
 * The same for a list that nobody sees. On MySQL a statement takes about as long for 20 chunks as for two, since it waits for the
 * disk, and nobody wants the rows that it locks; on SQLite it holds the event loop, whoever wants them.
 */
const UNSEEN = { sqlite: { fewest: FEWEST_CHUNKS }, mysql: { fewest: 20, partsForOthers: 3 } };

/** The rows of `Chunk`, but for who works on them when (`ChunkLeases`) and what comes of it (`ChunkSaver`). */
@Injectable()
export class ChunksRepository {
  // Some thousand times in an upload or in the work on it: built each time they take a tenth of it.
  private readonly insertOne;
  private readonly pendingOne;
  private readonly earlierPending;

  constructor(
    @InjectRepository(Chunk) private readonly chunks: Repository<Chunk>,
    private readonly database: Database,
  ) {
    const upload = chunks.createQueryBuilder().subQuery().select('1').from(Batch, 'batch');
    const isThere = `EXISTS ${upload.where('batch.id = :id AND batch.status = :status').getQuery()}`;
    const row = {
      batchId: placeholder('batchId'),
      position: placeholder('position'),
      rowCount: placeholder('rowCount'),
      state: 'pending',
      addresses: placeholder('addresses'),
      lines: placeholder('lines'),
    } as const;
    this.insertOne = preparedStatement<keyof PackedChunk | 'batchId'>(
      insertIf(chunks, row, isThere, { id: placeholder('batchId'), status: 'uploading' satisfies BatchStatus }),
    );
    const pendingOne = chunks
      .createQueryBuilder('chunk')
      .innerJoin(Batch, 'batch', 'batch.id = chunk.batchId')
      .select('batch.organizationId', 'organizationId')
      .addSelect('batch.isTest', 'isTest')
      .where("chunk.id = :id AND chunk.version = :version AND chunk.state = 'pending'")
      .andWhere('batch.status IN (:...open)', { open: OPEN_STATUSES });
    for (const property of WORKED_ON) pendingOne.addSelect(`chunk.${property}`, property);
    this.pendingOne = prepared<'id' | 'version'>(pendingOne);
    this.earlierPending = prepared<'batchId' | 'position'>(
      chunks
        .createQueryBuilder('chunk')
        .select('chunk.position', 'position')
        .where("chunk.batchId = :batchId AND chunk.state = 'pending' AND chunk.position < :position")
        .limit(1),
    );
  }

  /**
   * Adds chunks to an upload. Rejects when there is none any more: chunks without a batch would stay for ever.
   * @throws UploadLostError
   */
  async insert(batchId: number, chunks: readonly PackedChunk[]): Promise<void> {
    const inserts = chunks.map(({ position, rowCount, addresses, lines }) =>
      this.database.run(this.insertOne({ batchId, position, rowCount, addresses, lines })),
    );
    // None may be under way any more when an upload is given up.
    await Promise.allSettled(inserts);
    for (const { affected } of await Promise.all(inserts)) if (affected === 0) throw new UploadLostError();
  }

  /** A chunk that still has to be worked on, if it is at this version. */
  async findPending(id: number, version: number): Promise<StoredChunk | null> {
    const [found] = await this.database.query<StoredChunk>(...this.pendingOne({ id, version }).getQueryAndParameters());
    return found ?? null;
  }

  /** Takes the open chunks of a cancelled batch off the list of what is to be done, some with each statement. */
  async retire(batchId: number, signal?: AbortSignal): Promise<void> {
    await inSlices(this.database, { fewest: FEWEST_CHUNKS, signal }, async (limit) => {
      const open = this.chunks.createQueryBuilder().update().set({ state: 'cancelled' });
      const some = limitRows(open.where({ batchId, state: 'pending' }), limit, 'position');
      return (await this.database.run(some)).affected;
    });
  }

  /** Of these batches, the ones that have chunks on the list of what is to be done. */
  async withOpenChunks(batchIds: readonly number[]): Promise<number[]> {
    if (batchIds.length === 0) return [];
    const rows = await this.chunks
      .createQueryBuilder('chunk')
      .select('chunk.batchId', 'id')
      .distinct()
      .where({ batchId: In(batchIds), state: 'pending' })
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }

  /**
   * Deletes the chunks of a batch, some with each statement, from the first one on: whoever finds no first chunk knows
   * that the results are gone. Returns whether none are left.
   */
  deleteAll(batchId: number, signal?: AbortSignal): Promise<boolean> {
    return this.delete(batchId, { fewest: FEWEST_CHUNKS, signal });
  }

  /** The same for a batch that nobody sees: faster. */
  deleteUnseen(batchId: number, signal?: AbortSignal): Promise<boolean> {
    return this.delete(batchId, { ...UNSEEN[this.database.dialect], signal });
  }

  /** Whether all chunks in front of this one have all their answers. */
  async areEarlierDone(batchId: number, position: number): Promise<boolean> {
    const earlier = this.earlierPending({ batchId, position });
    return (await this.database.query(...earlier.getQueryAndParameters())).length === 0;
  }

  /** Our answers to the rows of a chunk, or null when there is no such chunk. */
  findAnswers(batchId: number, position: number): Promise<Pick<Chunk, 'rowCount' | 'results'> | null> {
    return this.chunks.findOne({ select: { id: true, rowCount: true, results: true }, where: { batchId, position } });
  }

  /** The rows of a chunk as they were given, or null when there is no such chunk. */
  findRows(batchId: number, position: number): Promise<Pick<Chunk, 'addresses' | 'lines'> | null> {
    return this.chunks.findOne({ select: { id: true, addresses: true, lines: true }, where: { batchId, position } });
  }

  /** One of the two blobs that hold the rows of a chunk as they were given, or null when there is no such chunk. */
  async findPart(batchId: number, position: number, part: 'addresses' | 'lines'): Promise<Buffer | null> {
    const select = { id: true, [part]: true };
    return (await this.chunks.findOne({ select, where: { batchId, position } }))?.[part] ?? null;
  }

  private delete(batchId: number, pace: SliceOptions): Promise<boolean> {
    return inSlices(this.database, pace, async (limit) => {
      const some = limitRows(this.chunks.createQueryBuilder().delete().where({ batchId }), limit, 'position');
      return (await this.database.run(some)).affected;
    });
  }
}
