import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A team: what requests run for, and what pays. Its credit columns (`balance` and those of the allowance) are written by
 * `credits/` and the charges. Instants are milliseconds since the epoch.
 */
@Entity('organizations')
@Index('organizations_deleted_at', ['deletedAt'])
export class Organization {
  @PrimaryGeneratedColumn()
  id!: number;

  /** As its owners write it. */
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** Credits that do not expire. */
  @Column({ type: 'bigint', default: 0 })
  balance!: number;

  /** Credits that it gets each month; 0: none. Set by the operator. */
  @Column({ type: 'bigint', name: 'allowance_monthly', default: 0 })
  allowanceMonthly!: number;

  /** Of the allowance, what is used of it this month, in credits. */
  @Column({ type: 'bigint', name: 'allowance_used', default: 0 })
  allowanceUsed!: number;

  /** When the operator set the allowance: the day from which its months are counted. */
  @Column({ type: 'bigint', name: 'allowance_set_at', nullable: true })
  allowanceSetAt!: number | null;

  /** When the allowance is full again. */
  @Column({ type: 'bigint', name: 'allowance_reset_at', nullable: true })
  allowanceResetAt!: number | null;

  /** The page warns while fewer credits are left; null: it does not. Written by `CreditsService`. */
  @Column({ type: 'bigint', name: 'warn_below', nullable: true })
  warnBelow!: number | null;

  /** 1: members get in with a second factor only. Written by `TwoFactorRequirement`. */
  @Column({ type: 'int', name: 'two_factor_required', default: 0 })
  twoFactorRequired!: number;

  /** 1: single checks are kept for a while; 0: they are not. Written by `CheckPages`. */
  @Column({ type: 'int', name: 'keeps_checks', default: 1 })
  keepsChecks!: number;

  /** 1: it was told what became of mails, or has somebody who tells it; it stays so. Written by `FeedbackUse`. */
  @Column({ type: 'int', name: 'uses_feedback', default: 0 })
  usesFeedback!: number;

  /** Written once. A write that must wait for others about the same organization sets it to itself (`database/lock-row.ts`). */
  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  /** When its deletion began, by `OrganizationRemoval`, which deletes this row last. Null: it lives. */
  @Column({ type: 'bigint', name: 'deleted_at', nullable: true })
  deletedAt!: number | null;
}
