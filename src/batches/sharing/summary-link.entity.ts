import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/**
 * A link by which whoever has it reads the summary of a batch; withdrawn it is deleted. Instants are milliseconds since the
 * epoch.
 */
@Entity('summary_links')
@Unique('summary_links_secret', ['secretHash'])
@Index('summary_links_batch', ['batchId'])
export class SummaryLink {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  @Column({ type: 'int', name: 'batch_id' })
  batchId!: number;

  /** SHA-256 of the secret in the link, in hexadecimal digits. */
  @Column({ type: 'varchar', length: 64, name: 'secret_hash' })
  secretHash!: string;

  /** Who made it. */
  @Column({ type: 'int', name: 'account_id' })
  accountId!: number;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  /** It shows nothing from then on. */
  @Column({ type: 'bigint', name: 'expires_at' })
  expiresAt!: number;
}
