import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log';
import { OPERATOR, type Actor } from '../audit/actor';
import { COMMAND_LINE, type OperatorRight } from '../audit/operator-right';
import type { Right } from '../auth/right';
import { BatchEvents } from './batch-events';
import { BatchCredits } from './batch-credits';
import { Database, type Step } from '../database/database';
import { MissingRoleError } from '../organizations/organizations.errors';
import type { BatchStatus, BatchSummary } from './batch';
import type { BatchListQuery } from './api/batch-list-query';
import { VisibleBatchesRepository } from './visible-batches.repository';
import { BatchNotFoundError, BatchStateError } from './batches.errors';
import { BatchesRepository } from './batches.repository';
import { ChunksRepository } from './chunks.repository';

/** The largest id that a column of ours holds. */
const MAX_ID = 2_147_483_647;

export interface BatchPage {
  batches: BatchSummary[];
  /** The `before` of the next page, or null. */
  nextBefore: number | null;
}

/** Finds, lists, cancels and deletes the batches of an organization. */
@Injectable()
export class BatchesService {
  private readonly logger = new Logger('Batches');

  constructor(
    private readonly batches: BatchesRepository,
    private readonly visible: VisibleBatchesRepository,
    private readonly chunks: ChunksRepository,
    private readonly credits: BatchCredits,
    private readonly events: BatchEvents,
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param id a positive integer, as text, of any length
   * @param isTest whether a test token asks, or a live one: neither sees what the other sent. Left out: a person, who sees all
   * @throws BatchNotFoundError
   */
  async find(organizationId: number, id: string, isTest?: boolean): Promise<BatchSummary> {
    const batch = Number(id) > MAX_ID ? null : await this.visible.find(organizationId, Number(id), isTest);
    if (batch === null) throw new BatchNotFoundError(id);
    return batch;
  }

  /** Credits of the organization that are set aside for batches at work: not spent, and not to be spent otherwise. */
  creditsHeld(organizationId: number): Promise<number> {
    return this.visible.creditsHeld(organizationId);
  }

  /** What an organization keeps and has in work: lists that are kept with their rows, bytes of them, lists at work. */
  async kept(organizationId: number): Promise<{ lists: number; bytes: number; atWork: number }> {
    const kept = await this.batches.kept(organizationId);
    return { ...kept, atWork: await this.visible.atWork(organizationId) };
  }

  /** What those of these batches are called and at that are there, by id. @param ids at most some hundred */
  async named(
    organizationId: number,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, { name: string; status: BatchStatus }>> {
    const found = ids.length === 0 ? [] : await this.visible.named(organizationId, ids);
    return new Map(found.map(({ id, name, status }) => [id, { name, status }]));
  }

  /** @param isTest as in `find` */
  async list(organizationId: number, query: BatchListQuery, isTest?: boolean): Promise<BatchPage> {
    const found = await this.visible.list(organizationId, query, isTest);
    const batches = found.slice(0, query.limit);
    return { batches, nextBefore: found.length > query.limit ? (batches.at(-1)?.id ?? null) : null };
  }

  /**
   * Ends the work on a batch: what it held and did not use is given back, what is answered stays. Chunks in flight are not
   * counted any more. Cancelling twice is no error.
   * @param by the operator, or by whose right, which is asked for again in the write; a test token ends test batches alone, a live one
   * live ones
   * @throws BatchNotFoundError, BatchStateError, MissingRoleError, what the right says
   */
  async cancel(organizationId: number, id: string, by: OperatorRight | Right = COMMAND_LINE): Promise<BatchSummary> {
    const { actor, right, steps } = actorOf(by);
    const { id: batchId, name } = await this.find(organizationId, id, sideOf(right));
    const outcome = await this.database.atomically(
      [
        ...steps,
        this.batches.cancelStep(organizationId, batchId, right),
        ...this.credits.release(batchId),
        this.audit.entry({
          organizationId,
          by: actor,
          action: 'batch_cancellation',
          subject: batchId,
          details: { name },
        }),
        ...this.events.steps(batchId, 'cancelled'),
      ],
      this.batches.cancelProof(batchId),
    );
    const batch = await this.find(organizationId, id, sideOf(right));
    if (batch.status !== 'cancelled') {
      await by.require();
      await this.requireMayEnd(organizationId, batchId, right);
      throw new BatchStateError('This batch is completed: nothing is left to cancel.');
    }
    if (outcome !== 'rolled_back') await this.chunks.retire(batchId);
    return batch;
  }

  /** Removes a batch that is at rest, with its rows and results. @param right asked for again; null: the operator's. @throws as `cancel` */
  async delete(organizationId: number, id: string, right: Right | null = null): Promise<void> {
    const { id: batchId, name } = await this.find(organizationId, id);
    const event = {
      organizationId,
      by: right?.by ?? OPERATOR,
      action: 'batch_deletion',
      subject: batchId,
      details: { name },
    } as const;
    if (!(await this.batches.hide(organizationId, batchId, right, this.audit.entry(event)))) {
      await this.find(organizationId, id);
      await this.requireMayEnd(organizationId, batchId, right);
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

  private async requireMayEnd(organizationId: number, batchId: number, right: Right | null): Promise<void> {
    if (right === null) return;
    await right.require();
    if (await this.batches.mayEnd(organizationId, batchId, right)) return;
    throw new MissingRoleError('Members cancel and delete lists of their own. Ask an owner or an admin for this one.');
  }
}

/** Which batches a token may reach, as in `find`; undefined: all, for people and operators. */
function sideOf(right: Right | null): boolean | undefined {
  return right?.by.via === 'token' ? right.isTest : undefined;
}

function actorOf(by: OperatorRight | Right): { actor: Actor; right: Right | null; steps: readonly Step[] } {
  return 'condition' in by ? { actor: by.by, right: by, steps: [] } : { actor: by.by, right: null, steps: by.steps };
}
