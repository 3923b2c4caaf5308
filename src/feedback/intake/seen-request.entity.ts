import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request that a source has taken and that must not be taken again (the `replayKey` of its adapter). Goes after a day. */
@Entity('feedback_seen_requests')
@Index('feedback_seen_requests_seen_at', ['seenAt'])
export class SeenRequest {
  @PrimaryColumn({ type: 'int', name: 'source_id' })
  sourceId!: number;

  /** SHA-256 of the key, in hexadecimal digits. */
  @PrimaryColumn({ type: 'varchar', length: 64, name: 'key_hash' })
  keyHash!: string;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', name: 'seen_at' })
  seenAt!: number;
}
