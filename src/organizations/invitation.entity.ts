import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { MemberRole } from './member-role';

/** An open invitation into an organization; accepted or withdrawn it is deleted. Instants are milliseconds since the epoch. */
@Entity('invitations')
@Unique('invitations_secret', ['secretHash'])
@Unique('invitations_email', ['organizationId', 'email'])
export class StoredInvitation {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'int', name: 'organization_id' })
  organizationId!: number;

  /** Of the account that may accept it, in lower case. */
  @Column({ type: 'varchar', length: 255 })
  email!: string;

  /** The role that accepting it gives. */
  @Column({ type: 'varchar', length: 16 })
  role!: MemberRole;

  /** SHA-256 of the secret that the inviter passes on, in hexadecimal digits. */
  @Column({ type: 'varchar', length: 64, name: 'secret_hash' })
  secretHash!: string;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  /** Nobody can accept it from then on. */
  @Column({ type: 'bigint', name: 'expires_at' })
  expiresAt!: number;

  /** The account that made it. */
  @Column({ type: 'int', name: 'inviter_id', nullable: true })
  inviterId!: number | null;
}
