import { Injectable, Logger } from '@nestjs/common';
import { Ledger } from '../credits/ledger';
import { Database } from '../database/database';
import type { Batch } from './batch';
import type { BatchListQuery } from './batch-list-query';
import { BatchNotFoundError, BatchStateError } from './batches.errors';
import { BatchesRepository } from './batches.repository';
import { ChunksRepository } from './chunks.repository';

/** The largest id that a column of ours holds. */
const MAX_ID = 2_147_483_647;

export interface BatchPage {
  batches: Batch[];
  /** The `before` of the next page, or null. */
  nextBefore: number | null;
}

/** Finds, lists, cancels and deletes the batches of an organization. */
@Injectable()
export class BatchesService {
  private readonly logger = new Logger('Batches');

  constructor(
    private readonly batches: BatchesRepository,
    private readonly chunks: ChunksRepository,
    private readonly ledger: Ledger,
    private readonly database: Database,
  ) {}

  /** @param id a positive integer, as text, of any length; @throws BatchNotFoundError */
  async find(organizationId: number, id: string): Promise<Batch> {
    const batch = Number(id) > MAX_ID ? null : await this.batches.find(organizationId, Number(id));
    if (batch === null) throw new BatchNotFoundError(id);
    return batch;
  }

  async list(organizationId: number, query: BatchListQuery): Promise<BatchPage> {
    const found = await this.batches.list(organizationId, query);
    const batches = found.slice(0, query.limit);
    return { batches, nextBefore: found.length > query.limit ? (batches.at(-1)?.id ?? null) : null };
  }

  /**
   * Ends the work on a batch: what it held and did not use is given back, what is answered stays. Chunks in hand are not
   * counted any more. Cancelling twice is no error. @throws BatchNotFoundError, BatchStateError
   */
  async cancel(organizationId: number, id: string): Promise<Batch> {
    const { id: batchId } = await this.find(organizationId, id);
    const outcome = await this.database.atomically(
      [this.batches.cancelStep(organizationId, batchId), ...this.ledger.releaseForBatch(batchId)],
      this.batches.cancelProof(batchId),
    );
    const batch = await this.find(organizationId, id);
    if (batch.status !== 'cancelled') throw new BatchStateError('This batch is completed: nothing is left to cancel.');
    if (outcome === 'done') await this.chunks.retire(batchId);
    return batch;
  }

  /** Removes a batch that is at rest, with its rows and results. @throws BatchNotFoundError, BatchStateError */
  async delete(organizationId: number, id: string): Promise<void> {
    const { id: batchId } = await this.find(organizationId, id);
    if (!(await this.batches.hide(organizationId, batchId))) {
      await this.find(organizationId, id);
      throw new BatchStateError('This batch is being worked on: cancel it first.');
    }
    // It is gone for its owner. What can't be removed now is left to the sweep.
    await this.batches.discard(batchId).catch((error: unknown) => {
      this.logger.warn(`What is stored of the deleted batch ${batchId} stays for now: ${String(error)}`);
    });
  }

  /** Removes all batches of an organization that is being deleted, whatever they are at. */
  async deleteAll(organizationId: number): Promise<void> {
    for (;;) {
      const ids = await this.batches.hideAll(organizationId);
      if (ids.length === 0) return;
      for (const id of ids) await this.batches.discard(id);
    }
  }
}
