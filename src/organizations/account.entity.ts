import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A person who holds tokens and belongs to organizations. */
@Entity('accounts')
export class Account {
  @PrimaryGeneratedColumn()
  id!: number;

  /** In lower case. */
  @Column({ type: 'varchar', length: 255 })
  email!: string;

  @Column({ type: 'varchar', length: 255, nullable: true })
  name!: string | null;

  /** Used when a request names no organization. Null: such a request is refused. */
  @Column({ type: 'int', name: 'default_organization_id', nullable: true })
  defaultOrganizationId!: number | null;

  /** argon2id, in the PHC string form. Null: nobody can sign in (the command line made the account). */
  @Column({ type: 'varchar', length: 255, name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
