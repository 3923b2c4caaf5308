import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** `password`: to choose a new one; `email`: to prove the new address. */
export type LinkPurpose = 'password' | 'email';

/** A link that was sent to somebody, open until it is used or expires. Instants are milliseconds since the epoch. */
@Entity('account_links')
@Unique('account_links_secret', ['secretHash'])
@Index('account_links_account', ['accountId', 'purpose'])
@Index('account_links_expires_at', ['expiresAt'])
export class AccountLink {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'account_id' })
  accountId!: number;

  @Column({ type: 'varchar', length: 16 })
  purpose!: LinkPurpose;

  /** SHA-256 of the secret in the link, in hexadecimal digits. */
  @Column({ type: 'varchar', length: 64, name: 'secret_hash' })
  secretHash!: string;

  /** With `purpose` `email`: the new address, normalised. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  email!: string | null;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  @Column({ type: 'bigint', name: 'expires_at' })
  expiresAt!: number;
}
