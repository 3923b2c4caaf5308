import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What somebody used of an organization's credits on one day (UTC), on the page or with a token. Written by `ActorUsage`,
 * which adds to it; loses its names by `ActorUsageRetention`, and goes with its organization.
 */
@Entity('usage_actors')
@Index('usage_actors_named', ['day', 'accountId', 'organizationId'])
export class UsageActor {
  @PrimaryColumn({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** Days since 1970-01-01, UTC. */
  @PrimaryColumn({ type: 'int' })
  day!: number;

  /** 0: not noted. */
  @PrimaryColumn({ type: 'int', name: 'account_id' })
  accountId!: number;

  /** Empty: none, it was done on the page. */
  @PrimaryColumn({ type: 'varchar', length: 36, name: 'token_id' })
  tokenId!: string;

  /** Single checks that were charged. */
  @Column({ type: 'int', name: 'check_count', default: 0 })
  checks!: number;

  @Column({ type: 'int', name: 'check_credits', default: 0 })
  checkCredits!: number;

  /** Rows of lists that got their answers, and what these cost. */
  @Column({ type: 'int', name: 'row_count', default: 0 })
  rows!: number;

  @Column({ type: 'int', name: 'row_credits', default: 0 })
  rowCredits!: number;
}
