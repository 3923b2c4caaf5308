import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The second factor of an account: TOTP (RFC 6238). Instants are milliseconds since the epoch. */
@Entity('account_two_factor')
export class StoredTwoFactor {
  @PrimaryColumn({ type: 'int', name: 'account_id' })
  accountId!: number;

  /** The shared secret in base32, closed by `SecretBox`. */
  @Column({ type: 'varchar', length: 255 })
  secret!: string;

  /** When the first code of it was given. Null: it asks for nothing yet. */
  @Column({ type: 'bigint', name: 'confirmed_at', nullable: true })
  confirmedAt!: number | null;

  /** The step (of 30 s since the epoch) of the last code that was taken: none up to it is taken again. */
  @Column({ type: 'bigint', name: 'last_step', default: 0 })
  lastStep!: number;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
