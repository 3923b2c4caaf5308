import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an organization used on one day (UTC). Written by `Usage`, which adds to it; goes with its organization. */
@Entity('usage_days')
export class UsageDay {
  @PrimaryColumn({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** Days since 1970-01-01, UTC. */
  @PrimaryColumn({ type: 'int' })
  day!: number;

  /** Answers by status, of addresses that were checked: those from the cache are not counted in single checks. */
  @Column({ type: 'int', name: 'valid_count', default: 0 })
  valid!: number;

  @Column({ type: 'int', name: 'catch_all_count', default: 0 })
  catchAll!: number;

  @Column({ type: 'int', name: 'risky_count', default: 0 })
  risky!: number;

  @Column({ type: 'int', name: 'invalid_count', default: 0 })
  invalid!: number;

  @Column({ type: 'int', name: 'unknown_count', default: 0 })
  unknown!: number;

  /** What these answers cost. */
  @Column({ type: 'int', default: 0 })
  credits!: number;
}
