import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { BatchStatus } from './batch';

/**
 * A list of addresses, and how far its validation has got. Counts and the charge are written by `ChunkSaver`, with the
 * results that they count; what is held and given back by `BatchCredits`.
 */
@Entity('batches')
@Index('batches_organization', ['organizationId', 'id'])
@Index('batches_status', ['status', 'updatedAt'])
// By which maintenance finds what is due without looking at all that is not.
@Index('batches_retention', ['purgedAt', 'completedAt'])
@Index('batches_unpurged', ['status', 'purgedAt'])
// Answered from the index alone: SQLite would read through the header of each batch.
@Index('batches_turns', ['status', 'organizationId', 'servedAt'])
@Index('batches_served', ['organizationId', 'servedAt'])
@Index('batches_kept', ['organizationId', 'purgedAt', 'storedBytes'])
@Index('batches_continues', ['continuesId'])
@Index('batches_tests', ['isTest', 'purgedAt', 'completedAt'])
export class Batch {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** Empty until the upload is complete. */
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'varchar', length: 16 })
  status!: BatchStatus;

  /** The file's column names: a JSON array of strings, UTF-8. Written when the upload begins. */
  @Column({ type: 'blob' })
  header!: Buffer;

  /** Rows of the file. Written when the upload is complete; of one that is refused, those that are stored. */
  @Column({ type: 'int', name: 'total_count', default: 0 })
  totalCount!: number;

  /** Rows that have their final answer: the sum of the four counts below. */
  @Column({ type: 'int', name: 'processed_count', default: 0 })
  processedCount!: number;

  @Column({ type: 'int', name: 'valid_count', default: 0 })
  validCount!: number;

  @Column({ type: 'int', name: 'invalid_count', default: 0 })
  invalidCount!: number;

  /** Catch-all domains among them. */
  @Column({ type: 'int', name: 'risky_count', default: 0 })
  riskyCount!: number;

  /** Null where they were not counted apart. */
  @Column({ type: 'int', name: 'catch_all_count', nullable: true })
  catchAllCount!: number | null;

  @Column({ type: 'int', name: 'unknown_count', default: 0 })
  unknownCount!: number;

  /** Credits set aside when the upload was complete: what the batch can cost at most. */
  @Column({ type: 'int', name: 'credits_held', default: 0 })
  creditsHeld!: number;

  /** What of `creditsHeld` came out of the monthly allowance. */
  @Column({ type: 'int', name: 'allowance_held', default: 0 })
  allowanceHeld!: number;

  /** Credits charged so far. */
  @Column({ type: 'int', name: 'credits_used', default: 0 })
  creditsUsed!: number;

  /** When the upload was complete, in milliseconds since the epoch, like all instants here; before that, when it began. */
  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  /** The last change that its owner sees. During an upload, when somebody last said that it goes on; 0: it is refused. */
  @Column({ type: 'bigint', name: 'updated_at' })
  updatedAt!: number;

  /** When it ended, completed or cancelled. */
  @Column({ type: 'bigint', name: 'completed_at', nullable: true })
  completedAt!: number | null;

  /** When its results had been deleted (`BatchSweeper`), or its upload was refused. */
  @Column({ type: 'bigint', name: 'purged_at', nullable: true })
  purgedAt!: number | null;

  /** The batch whose open rows these are; null: none. */
  @Column({ type: 'int', name: 'continues_id', nullable: true })
  continuesId!: number | null;

  /** When its first chunk was handed out; null: not yet, or nobody noted it. */
  @Column({ type: 'bigint', name: 'started_at', nullable: true })
  startedAt!: number | null;

  /** Two samples of the progress, half a minute or more apart: when, and how many rows were answered by then. 0: not taken yet. */
  @Column({ type: 'bigint', name: 'pace_at', default: 0 })
  paceAt!: number;

  @Column({ type: 'int', name: 'pace_count', default: 0 })
  paceCount!: number;

  @Column({ type: 'bigint', name: 'pace_before_at', default: 0 })
  paceBeforeAt!: number;

  @Column({ type: 'int', name: 'pace_before_count', default: 0 })
  paceBeforeCount!: number;

  /** When a chunk of it was last handed out, in microseconds since the epoch; 0: never. Written by `DueChunks`. */
  @Column({ type: 'bigint', name: 'served_at', default: 0 })
  servedAt!: number;

  /** The account that sent it, itself or by a token. Null: from before this was noted. */
  @Column({ type: 'int', name: 'created_by', nullable: true })
  createdBy!: number | null;

  /** The token by which it was sent; null: by none, or it was not noted. */
  @Column({ type: 'varchar', length: 36, name: 'created_by_token', nullable: true })
  createdByToken!: string | null;

  /** 1: sent with a test token. Written when the upload is complete. */
  @Column({ type: 'int', name: 'is_test', default: 0 })
  isTest!: number;

  /** Bytes of the file that are stored, compressed; 0 when purged. */
  @Column({ type: 'bigint', name: 'stored_bytes', default: 0 })
  storedBytes!: number;
}
