import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, MoreThan, type FindManyOptions, type Repository } from 'typeorm';
import { ENDED_STATUSES, OPEN_STATUSES, UNSEEN_STATUSES } from '../batch';
import { Batch } from '../batch.entity';
import { hasNoPendingChunk } from '../has-no-pending-chunk';

/** Batches that one sweep looks at. */
const PAGE = 100;

/** Which batches are due for maintenance (`BatchSweeper`), a page at a time. */
@Injectable()
export class BatchMaintenanceRepository {
  constructor(@InjectRepository(Batch) private readonly batches: Repository<Batch>) {}

  /** Batches that nothing can end but `BatchesRepository.endIdleStep`: the last chunk's save ends its batch, all in one. */
  async idle(): Promise<number[]> {
    const rows = await this.batches
      .createQueryBuilder('batch')
      .select('batch.id', 'id')
      .where({ status: In(OPEN_STATUSES) })
      .andWhere(hasNoPendingChunk(this.batches, 'batch.id'))
      .limit(PAGE)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }

  /** Cancelled batches that have results or open chunks, by id, those behind `after`: a page of them. */
  cancelled(after: number): Promise<number[]> {
    return this.ids({ where: { status: 'cancelled', purgedAt: IsNull(), id: MoreThan(after) }, order: { id: 'ASC' } });
  }

  /** Uploads and deletions that nobody has gone on with since then: their process has died, or the upload was refused. */
  abandonedSince(instant: number): Promise<number[]> {
    return this.ids({ where: { status: In(UNSEEN_STATUSES), updatedAt: LessThan(instant) } });
  }

  /** Those that ended before then, completed or cancelled, and have results. */
  endedBefore(instant: number): Promise<number[]> {
    return this.ids({ where: endedBefore(instant), order: { completedAt: 'ASC' } });
  }

  /** Those of them that were sent with test tokens. */
  testsEndedBefore(instant: number): Promise<number[]> {
    return this.ids({ where: { ...endedBefore(instant), isTest: 1 }, order: { completedAt: 'ASC' } });
  }

  /** A page of ids. */
  private async ids(options: FindManyOptions<Batch>): Promise<number[]> {
    return (await this.batches.find({ select: { id: true }, take: PAGE, ...options })).map(({ id }) => id);
  }
}

const endedBefore = (instant: number) => ({
  purgedAt: IsNull(),
  completedAt: LessThan(instant),
  status: In(ENDED_STATUSES),
});
