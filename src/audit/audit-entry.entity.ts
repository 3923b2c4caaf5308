import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { AuditAction } from './audit-action';
import type { Via } from './actor';

/** What is worth knowing of an action beside ids: names, roles, numbers. No secrets; addresses are masked. */
export type AuditDetails = Record<string, string | number | boolean | null>;

/** Who did what, and when. Written by `AuditLog` with the action, never changed; goes with its organization or by age. */
@Entity('audit_entries')
@Index('audit_entries_pages', ['organizationId', 'id'])
@Index('audit_entries_account', ['accountId', 'id'])
@Index('audit_entries_created_at', ['createdAt'])
export class AuditEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  /** Null: it is about an account alone. */
  @Column({ type: 'int', name: 'organization_id', nullable: true })
  organizationId!: number | null;

  @Column({ type: 'varchar', length: 40 })
  action!: AuditAction;

  @Column({ type: 'varchar', length: 16 })
  via!: Via;

  /** Who did it, or whose token. Null: the command line. */
  @Column({ type: 'int', name: 'account_id', nullable: true })
  accountId!: number | null;

  @Column({ type: 'varchar', length: 36, name: 'token_id', nullable: true })
  tokenId!: string | null;

  /** Id of what it was done to: a batch, an account, an invitation, a token, as the action says. */
  @Column({ type: 'varchar', length: 36, nullable: true })
  subject!: string | null;

  @Column({ type: 'simple-json', nullable: true })
  details!: AuditDetails | null;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
