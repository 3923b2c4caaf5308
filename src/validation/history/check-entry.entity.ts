import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Status } from '../../engine';

/** A single check and its answer. Written by `CheckHistory` some time after the answer; goes by age, or with its organization. */
@Entity('check_entries')
@Index('check_entries_pages', ['organizationId', 'id'])
@Index('check_entries_search', ['organizationId', 'emailKey', 'id'])
@Index('check_entries_created_at', ['createdAt'])
export class CheckEntry {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** As it was typed. */
  @Column({ type: 'varchar', length: 255 })
  email!: string;

  /** In lower case, by which it is found. */
  @Column({ type: 'varchar', length: 255, name: 'email_key' })
  emailKey!: string;

  @Column({ type: 'varchar', length: 16 })
  status!: Status;

  @Column({ type: 'varchar', length: 40, name: 'sub_status', nullable: true })
  subStatus!: string | null;

  /** Percent. */
  @Column({ type: 'int' })
  confidence!: number;

  /** 1: from the cache. */
  @Column({ type: 'int', name: 'from_cache' })
  fromCache!: number;

  @Column({ type: 'int' })
  credits!: number;

  /** Who asked, or whose token. */
  @Column({ type: 'int', name: 'account_id' })
  accountId!: number;

  /** Empty: on the page. */
  @Column({ type: 'varchar', length: 36, name: 'token_id' })
  tokenId!: string;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
