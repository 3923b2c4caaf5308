import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** What is kept of a session that a person signed in to. Instants are milliseconds since the epoch. */
@Entity('sessions')
@Unique('sessions_secret', ['secretHash'])
@Index('sessions_account', ['accountId'])
@Index('sessions_expires_at', ['expiresAt'])
export class StoredSession {
  @PrimaryGeneratedColumn()
  id!: number;

  /** SHA-256 of the secret in the cookie, in hexadecimal: a copy of the table signs nobody in. */
  @Column({ type: 'varchar', length: 64, name: 'secret_hash' })
  secretHash!: string;

  @Column({ type: 'int', name: 'account_id' })
  accountId!: number;

  /** What signed in, in a few words, read from its `User-Agent`. */
  @Column({ type: 'varchar', length: 100 })
  client!: string;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  /** Written by `SessionsService` when a request comes, now and then only. */
  @Column({ type: 'bigint', name: 'last_seen_at' })
  lastSeenAt!: number;

  /** The end by the setting at sign-in; `SessionsService` looks at the other instants too. */
  @Column({ type: 'bigint', name: 'expires_at' })
  expiresAt!: number;

  /** When the password was last given. 0: before that was noted. */
  @Column({ type: 'bigint', name: 'authenticated_at', default: 0 })
  authenticatedAt!: number;
}
