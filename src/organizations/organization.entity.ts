import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A team: what requests run for, and what pays. Its credit columns belong to `credits/`. */
@Entity('organizations')
export class Organization {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 255 })
  name!: string;

  @Column({ type: 'bigint', name: 'created_at' })
  createdAt!: number;
}
