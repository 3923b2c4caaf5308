import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Instants that the processes of a service share, one row each, made by a migration: `ready` (the last health check
 * wrote it), `sweep` (until then the sweep belongs to one process; 0: to none) and `swept` (the last sweep ended; 0: none has).
 */
@Entity('service_instants')
export class ServiceInstant {
  @PrimaryColumn({ type: 'varchar', length: 32 })
  name!: 'ready' | 'sweep' | 'swept';

  /** Milliseconds since the epoch. */
  @Column({ type: 'bigint' })
  at!: number;
}
