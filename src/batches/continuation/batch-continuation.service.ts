import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, type Repository } from 'typeorm';
import type { Right } from '../../auth/right';
import { bareColumnOf } from '../../database/columns';
import type { Step } from '../../database/database';
import type { Attempt } from '../../database/attempt';
import { ENDED_STATUSES, OPEN_STATUSES, type BatchSummary } from '../batch';
import { Batch } from '../batch.entity';
import { BatchStateError, ResultsUnavailableError } from '../batches.errors';
import { BatchesRepository } from '../batches.repository';
import { BatchesService } from '../batches.service';
import { ChunksRepository } from '../chunks.repository';
import { BatchUploadService, type UploadedList } from '../intake/batch-upload.service';
import type { RowStatus } from '../intake/csv';
import { storedRows } from './stored-rows';

/** Which rows are checked again: `unknown` ones, those that a cancel left `unchecked`, or all that are `open`: both. */
export const CONTINUED_ROWS = ['open', 'unknown', 'unchecked'] as const;
export type ContinuedRows = (typeof CONTINUED_ROWS)[number];

const STATUSES: Record<ContinuedRows, readonly RowStatus[]> = {
  open: ['unknown', 'unchecked'],
  unknown: ['unknown'],
  unchecked: ['unchecked'],
};
const MARKS: Record<ContinuedRows, string> = { open: 'rest', unknown: 'unknown', unchecked: 'rest' };
const NAME_LENGTH = 255;

/**
 * Goes on with a batch that has ended: a new one, of those of its rows that have no verdict, with the same columns. It is taken
 * in as an upload is: whole or not at all, its credits held, by the same limits. Verdicts that are in the cache by now are
 * free; a cached `unknown` is no answer to a batch, however young: it is asked for anew.
 */
@Injectable()
export class BatchContinuation {
  constructor(
    @InjectRepository(Batch) private readonly rows: Repository<Batch>,
    private readonly batches: BatchesRepository,
    private readonly chunks: ChunksRepository,
    private readonly service: BatchesService,
    private readonly uploads: BatchUploadService,
  ) {}

  /** @throws BatchNotFoundError, BatchStateError, ResultsUnavailableError, and what `BatchUploadService.upload` throws */
  async continue(
    right: Right,
    id: string,
    which: ContinuedRows,
    attempt: Attempt<UploadedList> | null = null,
  ): Promise<UploadedList> {
    const isTest = right.by.via === 'token' ? right.isTest : undefined;
    const batch = await this.service.find(right.organizationId, id, isTest);
    await this.requireReady(batch, which);
    const list = {
      continues: batch.id,
      name: nameOf(batch.name, MARKS[which]),
      columns: await this.batches.columns(batch.id),
      rows: storedRows(this.chunks, batch, new Set(STATUSES[which])),
      before: (newId: number) => this.steps(batch, newId),
      explain: async () => this.requireReady(await this.service.find(right.organizationId, id), which),
    };
    // What goes on with a test is one, whoever asks for it.
    return this.uploads.takeStored(Object.assign({}, right, { isTest: batch.isTest === 1 }), list, attempt);
  }

  private async requireReady(batch: BatchSummary, which: ContinuedRows): Promise<void> {
    if (batch.status !== 'completed' && batch.status !== 'cancelled')
      throw new BatchStateError('This batch is being worked on: wait for its end, or cancel it first.');
    if (batch.purgedAt !== null) throw new ResultsUnavailableError('purged');
    const counts = { unknown: batch.unknownCount, unchecked: batch.totalCount - batch.processedCount };
    const count = which === 'open' ? counts.unknown + counts.unchecked : counts[which];
    if (count === 0) throw new BatchStateError(`Nothing is left to check: this batch has no ${WORDS[which]} rows.`);
    if (await this.rows.existsBy({ continuesId: batch.id, status: In(OPEN_STATUSES) }))
      throw new BatchStateError('A batch that goes on with this one is at work already.');
  }

  /** In the very write: the batch is still there, and nobody else goes on with it just now. */
  private steps({ id }: BatchSummary, newId: number): Step[] {
    const itself = () => bareColumnOf(this.rows.metadata, 'createdAt');
    const locked = { id, status: In(ENDED_STATUSES), purgedAt: IsNull() };
    return [
      {
        statement: this.rows.createQueryBuilder().update().set({ createdAt: itself }).where(locked),
        ifNone: 'rollback',
      },
      {
        statement: this.rows
          .createQueryBuilder('batch')
          .select('1')
          .where({ continuesId: id, status: In(OPEN_STATUSES) }),
        ifSome: 'rollback',
      },
      this.rows.createQueryBuilder().update().set({ continuesId: id }).where({ id: newId }),
    ];
  }
}

const WORDS: Record<ContinuedRows, string> = {
  open: 'unknown or unchecked',
  unknown: 'unknown',
  unchecked: 'unchecked',
};

/** `newsletter.csv` becomes `newsletter.csv (unknown)`, and stays so when it is done once more. */
function nameOf(name: string, mark: string): string {
  const stem = name.replace(/ \((?:unknown|rest)\)$/, '');
  const end = ` (${mark})`;
  return (
    Array.from(stem)
      .slice(0, NAME_LENGTH - end.length)
      .join('') + end
  );
}
