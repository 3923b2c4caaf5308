import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { EntryKind } from './entry-kind';

/** One movement of credits. Written by `Ledger` and `CreditsService`, never changed; goes with its organization. */
@Entity('credit_entries')
@Unique('credit_entries_cause', ['organizationId', 'cause'])
@Index('credit_entries_pages', ['organizationId', 'id'])
@Index('credit_entries_kinds', ['organizationId', 'kind', 'id'])
export class CreditEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** Credits; negative: they went. */
  @Column({ type: 'bigint' })
  amount!: number;

  @Column({ type: 'varchar', length: 32 })
  kind!: EntryKind;

  /** What moved them, such as `batch:12:hold`. Once for each organization: the second write of a cause fails. */
  @Column({ type: 'varchar', length: 100 })
  cause!: string;

  /** What the operator said of a grant. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  reason!: string | null;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  /** Whose movement it is; null: the operator's, nobody's, or not noted (single checks are in `UsageActor`). */
  @Column({ type: 'int', name: 'account_id', nullable: true })
  accountId!: number | null;

  /** By which token; null: by none. */
  @Column({ type: 'varchar', length: 36, name: 'token_id', nullable: true })
  tokenId!: string | null;

  /** What it was about, as it was called then: of a hold the list's name, of a transfer the other organization's. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  label!: string | null;
}
