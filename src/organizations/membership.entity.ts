import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MemberRole } from './member-role';

/** Who belongs to which organization. */
@Entity('memberships')
export class Membership {
  @PrimaryColumn({ type: 'int', name: 'account_id' })
  accountId!: number;

  @PrimaryColumn({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  @Column({ type: 'varchar', length: 16 })
  role!: MemberRole;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
