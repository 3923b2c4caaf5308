import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { MemberRole } from './member-role';

/** Who belongs to which organization. Instants are milliseconds since the epoch. */
@Entity('memberships')
@Index('memberships_organization', ['organizationId'])
export class Membership {
  @PrimaryColumn({ type: 'int', name: 'account_id' })
  accountId!: number;

  @PrimaryColumn({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** Given with the invitation, changed by those who may give it. */
  @Column({ type: 'varchar', length: 16 })
  role!: MemberRole;

  /** When the account joined; written once. */
  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  /** The account that invited it. Null: it made the organization, or joined before this was noted. Written once. */
  @Column({ type: 'int', name: 'inviter_id', nullable: true })
  inviterId!: number | null;
}
