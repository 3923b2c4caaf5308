import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** `pending` is on the list of what is to be done; a chunk is `cancelled` with its batch. */
export type ChunkState = 'pending' | 'done' | 'cancelled';

/**
 * Some rows of a batch, worked on and saved together. The upload inserts it, `ChunkLeases` says who works on it, and
 * `ChunkSaver` writes the rest.
 */
@Entity('batch_chunks')
@Unique('batch_chunks_position', ['batchId', 'position'])
@Index('batch_chunks_state', ['batchId', 'state', 'position'])
// Which chunks of a batch are due, in the order in which they are taken.
@Index('batch_chunks_due_of_batch', ['batchId', 'state', 'dueAt', 'leaseUntil', 'position'])
export class Chunk {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'batch_id' })
  batchId!: number;

  /** From 0, in the order of the file. */
  @Column({ type: 'int' })
  position!: number;

  @Column({ type: 'int', name: 'row_count' })
  rowCount!: number;

  @Column({ type: 'varchar', length: 16 })
  state!: ChunkState;

  /** Counts the saves: whoever saves must have started from the version that is there. */
  @Column({ type: 'int', default: 0 })
  version!: number;

  /** How often rows with a temporary answer have been asked again. */
  @Column({ type: 'int', default: 0 })
  attempt!: number;

  /** Nobody takes it before then, in milliseconds since the epoch, like all instants here; 0: since ever. */
  @Column({ type: 'bigint', name: 'due_at', default: 0 })
  dueAt!: number;

  /** Until then it belongs to whoever took it; 0: to nobody. */
  @Column({ type: 'bigint', name: 'lease_until', default: 0 })
  leaseUntil!: number;

  /** How long it last waited for those in front of it until it looked again, in milliseconds; 0: not at all. */
  @Column({ type: 'int', name: 'waits_for_earlier', default: 0 })
  waitsForEarlier!: number;

  /** When the rows that got a temporary answer in this attempt may be asked again; 0 while there are none. */
  @Column({ type: 'bigint', name: 'retry_at', default: 0 })
  retryAt!: number;

  /** Those rows: a JSON array of their indexes in the chunk. */
  @Column({ type: 'text', name: 'waiting_rows', nullable: true })
  waitingRows!: string | null;

  /** Gzipped JSON, an array of strings: the addresses as they were given, one for each row. */
  @Column({ type: 'blob' })
  addresses!: Buffer;

  /** Gzipped JSON, an array of `StoredLine`: the rows as they were given, one for each. */
  @Column({ type: 'blob' })
  lines!: Buffer;

  /** Gzipped JSON: the answers, one for each row, null where there is none yet. Null: none at all. */
  @Column({ type: 'blob', nullable: true })
  results!: Buffer | null;
}
