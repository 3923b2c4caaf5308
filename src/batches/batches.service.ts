import { Injectable } from '@nestjs/common';
import type { Batch } from './batch';
import { BatchNotFoundError } from './batches.errors';
import { BatchesRepository } from './batches.repository';

/** The largest id that a column of ours holds. */
const MAX_ID = 2_147_483_647;

/** Finds the batches of an organization. */
@Injectable()
export class BatchesService {
  constructor(private readonly batches: BatchesRepository) {}

  /** @param id a positive integer, as text, of any length; @throws BatchNotFoundError */
  async find(organizationId: number, id: string): Promise<Batch> {
    const batch = Number(id) > MAX_ID ? null : await this.batches.find(organizationId, Number(id));
    if (batch === null) throw new BatchNotFoundError(id);
    return batch;
  }
}
