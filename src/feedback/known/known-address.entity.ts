import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { KnownGroup } from './known-kind';

/**
 * What an organization's events say of an address, folded (`fold-events.ts`): all that verdicts read. Written by
 * `EventRecorder` and `KnownAddresses`. Instants are milliseconds since the epoch.
 */
@Entity('known_addresses')
@Index('known_addresses_email', ['organizationId', 'email'])
@Index('known_addresses_expires_at', ['expiresAt'])
@Index('known_addresses_kind', ['organizationId', 'kind', 'email'])
export class KnownAddress {
  @PrimaryColumn({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** Of the normalised address: see `addressKey`. */
  @PrimaryColumn({ type: 'varchar', length: 32, name: 'address_key' })
  addressKey!: string;

  /** Normalised; null: it was cleared, and nothing is known of it but when. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  email!: string | null;

  /** JSON: an `AddressState`. */
  @Column({ type: 'text' })
  state!: string;

  /** What it said when it was last written, to find it by; what it says now depends on the clock. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  kind!: KnownGroup | null;

  /** Counts its writes: whoever read an older one reads again. */
  @Column({ type: 'int' })
  version!: number;

  @Column({ type: 'bigint', name: 'updated_at' })
  updatedAt!: number;

  /** From when on nothing of it counts any more. */
  @Column({ type: 'bigint', name: 'expires_at' })
  expiresAt!: number;
}
