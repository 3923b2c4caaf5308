import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * What a count is about: why rows have their status (`reason`), who takes mail for them (`provider`), or what else was seen
 * of them (`trait`).
 */
export type CountKind = 'reason' | 'provider' | 'trait';

/** How many rows of a batch have something in common. Written with the answers that it counts: see `BatchCounts`. */
@Entity('batch_counts')
export class BatchCount {
  @PrimaryColumn({ type: 'int', name: 'batch_id' })
  batchId!: number;

  @PrimaryColumn({ type: 'varchar', length: 16 })
  kind!: CountKind;

  @PrimaryColumn({ type: 'varchar', length: 64 })
  name!: string;

  @Column({ type: 'int', default: 0 })
  total!: number;
}
