import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Status } from '../../engine';

/** What became of the mails after a verdict: a hard bounce outweighs a delivery. */
export const OUTCOMES = ['delivered', 'hard_bounced'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * A verdict that an organization with feedback was given, and what came of it. Written by `VerdictLog` and with the chunks
 * of batches, its outcome by `EventRecorder`; goes by age, with its address or its organization. Instants are milliseconds
 * since the epoch.
 */
@Entity('answered_verdicts')
@Index('answered_verdicts_address', ['organizationId', 'addressHash'])
@Index('answered_verdicts_given_at', ['givenAt'])
@Index('answered_verdicts_groups', [
  'organizationId',
  'outcome',
  'status',
  'subStatus',
  'confidence',
  'ofFeedback',
  'provider',
])
export class AnsweredVerdict {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** See `AddressHasher`. */
  @Column({ type: 'varchar', length: 22, name: 'address_hash' })
  addressHash!: string;

  @Column({ type: 'varchar', length: 16 })
  status!: Status;

  @Column({ type: 'varchar', length: 40, name: 'sub_status', nullable: true })
  subStatus!: string | null;

  /** Percent. */
  @Column({ type: 'int' })
  confidence!: number;

  /** 1: it was made of earlier feedback, which says nothing of how well addresses are judged. */
  @Column({ type: 'int', name: 'of_feedback' })
  ofFeedback!: number;

  /** Provider of the mail host, as in the evidence. */
  @Column({ type: 'varchar', length: 40, nullable: true })
  provider!: string | null;

  @Column({ type: 'bigint', name: 'given_at' })
  givenAt!: number;

  /** Null: nobody has told. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  outcome!: Outcome | null;

  /** When that happened. */
  @Column({ type: 'bigint', name: 'outcome_at', nullable: true })
  outcomeAt!: number | null;
}
