import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A verified request of a provider, as it came: answered, and waiting to be read. Deleted in the write that records the last
 * of its events, or by age. Instants are milliseconds since the epoch.
 */
@Entity('feedback_inbox')
@Index('feedback_inbox_organization', ['organizationId', 'id'])
@Index('feedback_inbox_source', ['sourceId', 'dueAt'])
@Index('feedback_inbox_received_at', ['receivedAt'])
export class InboxEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  @Column({ type: 'int', name: 'source_id' })
  sourceId!: number;

  /** JSON: the headers that an adapter may want, names in lower case. */
  @Column({ type: 'text' })
  headers!: string;

  /** The bytes of the body, gzipped if `isPacked`. */
  @Column({ type: 'blob' })
  body!: Buffer;

  @Column({ type: 'int', name: 'is_packed' })
  isPacked!: number;

  /** Of the body, unpacked. */
  @Column({ type: 'int', name: 'body_bytes' })
  bodyBytes!: number;

  /** How many of its events are recorded: the work goes on behind them. */
  @Column({ type: 'int', default: 0 })
  done!: number;

  /** How often it could not be read for a reason of ours. */
  @Column({ type: 'int', default: 0 })
  attempts!: number;

  /** Not before then. */
  @Column({ type: 'bigint', name: 'due_at' })
  dueAt!: number;

  /** Of an event that tests the source: the source's `testAt` when it was sent. */
  @Column({ type: 'bigint', name: 'test_at', nullable: true })
  testAt!: number | null;

  @Column({ type: 'bigint', name: 'received_at' })
  receivedAt!: number;
}
