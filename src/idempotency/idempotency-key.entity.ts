import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request that came with an `Idempotency-Key`: who works on it, and what came of it. */
@Entity('idempotency_keys')
@Index('idempotency_keys_address', ['organizationId', 'addressKey'])
@Index('idempotency_keys_account', ['accountId'])
@Index('idempotency_keys_expires_at', ['expiresAt'])
export class IdempotencyKey {
  /** A hash of whose request it is, its route and its key, which callers may make of addresses. */
  @PrimaryColumn({ type: 'varchar', length: 43 })
  id!: string;

  /** 0: of an account that asks for itself. */
  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** 0: of an organization, whoever of it asks. */
  @Column({ type: 'int', name: 'account_id' })
  accountId!: number;

  /** `addressKey` of the one address that the request is about; null: about none, or many. */
  @Column({ type: 'varchar', length: 22, name: 'address_key', nullable: true })
  addressKey!: string | null;

  /** A hash of what was sent; null: an upload that has not come whole yet. */
  @Column({ type: 'varchar', length: 43, nullable: true })
  fingerprint!: string | null;

  /** Names the try that counts. */
  @Column({ type: 'varchar', length: 36 })
  claim!: string;

  /** Until then that try is not given up; milliseconds since the epoch. */
  @Column({ type: 'bigint', name: 'lease_until' })
  leaseUntil!: number;

  /** Sealed: what was done, by the write that did it; null: nothing yet, or nothing that must be known. */
  @Column({ type: 'blob', nullable: true })
  made!: Buffer | null;

  /** Sealed: a `StoredAnswer`; null: none yet. */
  @Column({ type: 'blob', nullable: true })
  answer!: Buffer | null;

  /** From then on the key is new again. */
  @Column({ type: 'bigint', name: 'expires_at' })
  expiresAt!: number;
}
