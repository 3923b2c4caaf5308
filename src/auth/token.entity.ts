import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Permission } from './permissions';

/** What is kept of a token: its id, never the token itself. Instants are milliseconds since the epoch. */
@Entity('tokens')
@Index('tokens_account', ['accountId'])
@Index('tokens_expires_at', ['expiresAt'])
export class Token {
  /** The token's `jti` claim (RFC 7519 4.1.7), a UUID. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id!: string;

  /** Whose it is. Written when the token is made, as is all that follows but for what says otherwise. */
  @Column({ type: 'int', name: 'account_id' })
  accountId!: number;

  /** What its owner calls it. */
  @Column({ type: 'varchar', length: 255 })
  name!: string;

  /** A JSON list, the same as the token's claim. */
  @Column({ type: 'simple-json' })
  permissions!: Permission[];

  /** Null: it does not expire. A whole second, the same instant as the `exp` claim. */
  @Column({ type: 'bigint', name: 'expires_at', nullable: true })
  expiresAt!: number | null;

  /** Written by `TokensService` when the token is revoked. Null: it was not. */
  @Column({ type: 'bigint', name: 'revoked_at', nullable: true })
  revokedAt!: number | null;

  /** Written by `TokenUses`, up to a minute late. Null: never. */
  @Column({ type: 'bigint', name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  /** Its last four characters, by which its owner knows it. Null: from before they were kept. */
  @Column({ type: 'varchar', length: 4, nullable: true })
  hint!: string | null;

  /** 1: it works for the organizations in `token_organizations` only, of which there may be none left. 0: for all. */
  @Column({ type: 'int', name: 'is_limited', default: 0 })
  isLimited!: number;

  /** 1: a test token, as its `test` claim says; it never becomes a live one. */
  @Column({ type: 'int', name: 'is_test', default: 0 })
  isTest!: number;
}
