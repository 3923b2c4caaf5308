import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A verdict that an organization has paid for. Written by `VerdictCache` with the charge, deleted by it when expired. */
@Entity('cached_verdicts')
@Index('cached_verdicts_expires_at', ['expiresAt'])
export class CachedVerdict {
  @PrimaryColumn({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** Of the normalised address: see `addressKey`. */
  @PrimaryColumn({ type: 'varchar', length: 32, name: 'address_key' })
  addressKey!: string;

  /** JSON: a `Verification`. */
  @Column({ type: 'text' })
  verdict!: string;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', name: 'expires_at' })
  expiresAt!: number;
}
