import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A person who holds tokens and belongs to organizations. Instants are milliseconds since the epoch. */
@Entity('accounts')
@Unique('accounts_email', ['email'])
@Index('accounts_default', ['defaultOrganizationId'])
export class Account {
  @PrimaryGeneratedColumn()
  id!: number;

  /** In lower case. Written when the account is opened, and by `EmailChanges`. */
  @Column({ type: 'varchar', length: 255 })
  email!: string;

  /** As its owner writes it. */
  @Column({ type: 'varchar', length: 255, nullable: true })
  name!: string | null;

  /** Used when a request names no organization. Null: such a request is refused. Its owner's choice, until that is left. */
  @Column({ type: 'int', name: 'default_organization_id', nullable: true })
  defaultOrganizationId!: number | null;

  /** Written once. A write that must wait for others about the same account sets it to itself (`database/lock-row.ts`). */
  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;

  /** argon2id, in the PHC string form, by `PasswordsService`. Null: nobody can sign in (the command line made the account). */
  @Column({ type: 'varchar', length: 255, name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** 1: it operates the service. Written by `AccountStatusService`, for the command line alone. */
  @Column({ type: 'int', name: 'is_operator', default: 0 })
  isOperator!: number;

  /** When it was switched off, by `AccountStatusService`: nobody signs in, its tokens are refused. Null: it is on. */
  @Column({ type: 'bigint', name: 'disabled_at', nullable: true })
  disabledAt!: number | null;
}
