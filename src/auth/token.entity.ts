import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Permission } from './permissions';

/** What is kept of a token: its id, never the token itself. */
@Entity('tokens')
export class Token {
  /** The token's `jti` claim. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id!: string;

  @Column({ type: 'int', name: 'account_id' })
  accountId!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'simple-json' })
  permissions!: Permission[];

  /** 1: it works for the organizations in `token_organizations` only, of which there may be none left. */
  @Column({ type: 'int', name: 'is_limited' })
  isLimited!: number;

  @Column({ type: 'bigint', name: 'expires_at', nullable: true })
  expiresAt!: number | null;

  @Column({ type: 'bigint', name: 'revoked_at', nullable: true })
  revokedAt!: number | null;

  @Column({ type: 'bigint', name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
