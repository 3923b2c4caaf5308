import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Raw, type FindOptionsSelect, type FindOptionsWhere, type Repository } from 'typeorm';
import { likePattern } from '../database/like-pattern';
import type { BatchListQuery } from './api/batch-list-query';
import { BATCH_STATUSES, OPEN_STATUSES, type BatchSummary } from './batch';
import { Batch } from './batch.entity';

const SUMMARY = {
  id: true,
  name: true,
  status: true,
  totalCount: true,
  processedCount: true,
  validCount: true,
  invalidCount: true,
  riskyCount: true,
  catchAllCount: true,
  unknownCount: true,
  creditsHeld: true,
  creditsUsed: true,
  createdAt: true,
  updatedAt: true,
  completedAt: true,
  purgedAt: true,
  createdBy: true,
  createdByToken: true,
  isTest: true,
} satisfies FindOptionsSelect<Batch> & Record<keyof BatchSummary, true>;

/** What callers see of the batches of their organization, once an upload is complete. */
@Injectable()
export class VisibleBatchesRepository {
  constructor(@InjectRepository(Batch) private readonly batches: Repository<Batch>) {}

  /** A page of the organization's batches, the newest first, one more than asked for when there is a next page. */
  list(
    organizationId: number,
    { before, limit, status, name }: BatchListQuery,
    isTest?: boolean,
  ): Promise<BatchSummary[]> {
    const where: FindOptionsWhere<Batch> = { organizationId, status: status ?? In(BATCH_STATUSES), ...ofKind(isTest) };
    if (before !== null) where.id = LessThan(before);
    if (name !== null) where.name = containing(name);
    return this.batches.find({ select: SUMMARY, where, order: { id: 'DESC' }, take: limit + 1 });
  }

  /** The batch, if the organization has it and its upload is complete. */
  find(organizationId: number, id: number, isTest?: boolean): Promise<BatchSummary | null> {
    const where = { id, organizationId, status: In(BATCH_STATUSES), ...ofKind(isTest) };
    return this.batches.findOne({ select: SUMMARY, where });
  }

  /** Credits that the organization's open batches hold and have not used. */
  async creditsHeld(organizationId: number): Promise<number> {
    const row = await this.batches
      .createQueryBuilder('batch')
      .select('SUM(batch.creditsHeld - batch.creditsUsed)', 'held')
      .where({ organizationId, status: In(OPEN_STATUSES) })
      .getRawOne<{ held: number | string | null }>();
    return Number(row?.held ?? 0);
  }

  /** How many of the organization's batches are worked on. */
  atWork(organizationId: number): Promise<number> {
    return this.batches.countBy({ organizationId, status: In(OPEN_STATUSES) });
  }

  /** What those of these batches are called and at that callers see. */
  named(organizationId: number, ids: readonly number[]): Promise<Pick<Batch, 'id' | 'name' | 'status'>[]> {
    return this.batches.find({
      select: { id: true, name: true, status: true },
      where: { id: In(ids), organizationId, status: In(BATCH_STATUSES) },
    });
  }
}

/** Those of test tokens, those of live ones, or all. */
const ofKind = (isTest: boolean | undefined): FindOptionsWhere<Batch> =>
  isTest === undefined ? {} : { isTest: isTest ? 1 : 0 };

/** Texts that hold this one, whatever its case. */
function containing(text: string) {
  return Raw((name) => `LOWER(${name}) LIKE LOWER(:pattern) ESCAPE '!'`, { pattern: likePattern(text) });
}
