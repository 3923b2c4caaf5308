import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting that an operator has set, in place of the environment's. Written by `ServiceSettings`; gone: the environment's. */
@Entity('service_settings')
export class StoredSetting {
  @PrimaryColumn({ type: 'varchar', length: 32 })
  name!: 'sign_up' | 'free_credits';

  @Column({ type: 'varchar', length: 255 })
  value!: string;

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint', name: 'updated_at' })
  updatedAt!: number;
}
