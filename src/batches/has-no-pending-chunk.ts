import type { Repository } from 'typeorm';
import type { Batch } from './batch.entity';
import { Chunk } from './chunk.entity';

/** The condition that no chunk of a batch is left to be worked on. @param id the column or the parameter with the batch's id */
export function hasNoPendingChunk(batches: Repository<Batch>, id: string): string {
  const pending = batches.manager.createQueryBuilder().subQuery().select('1').from(Chunk, 'chunk');
  return `NOT EXISTS ${pending.where(`chunk.batchId = ${id} AND chunk.state = 'pending'`).getQuery()}`;
}
