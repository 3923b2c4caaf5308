import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Step } from '../../database/database';
import { named } from '../../database/prepared';
import { preparedRows } from '../../database/prepared-rows';
import { addOnDuplicate } from '../../database/upsert';
import { BatchCount } from './batch-count.entity';
import type { BatchCounts, NamedCount } from './batch-counts';

/** The rows of `BatchCount`. */
@Injectable()
export class BatchCountsRepository {
  /** Each chunk that is saved runs it. Below a hundred rows: see `BatchCounts`. */
  private readonly add;

  constructor(@InjectRepository(BatchCount) private readonly counts: Repository<BatchCount>) {
    const insert = counts
      .createQueryBuilder()
      .insert()
      .values({ batchId: named('batchId'), kind: named('kind'), name: named('name'), total: named('total') });
    this.add = preparedRows<keyof BatchCount>(insert, addOnDuplicate(insert, ['batchId', 'kind', 'name'], ['total']));
  }

  /** The statement that adds to the counts of a batch. */
  addSteps(batchId: number, counts: BatchCounts): Step[] {
    const sorted = counts.sorted();
    if (sorted.length === 0) return [];
    return [this.add(sorted.map(({ kind, name, total }) => ({ batchId, kind, name, total })))];
  }

  async of(batchId: number): Promise<NamedCount[]> {
    return this.counts.find({ select: { kind: true, name: true, total: true }, where: { batchId } });
  }

  async delete(batchId: number): Promise<void> {
    await this.counts.delete({ batchId });
  }
}
