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

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
