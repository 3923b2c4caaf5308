import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { BATCH_STATUSES } from '../batch';
import { Batch } from '../batch.entity';
import { BatchNotFoundError } from '../batches.errors';
import { BatchesService } from '../batches.service';
import { BatchCountsRepository } from './batch-counts.repository';
import { reportOf, type BatchReport } from './batch-report';
import { timesOf } from './batch-times';

const TIMES = {
  id: true,
  status: true,
  totalCount: true,
  processedCount: true,
  startedAt: true,
  updatedAt: true,
  completedAt: true,
  paceBeforeAt: true,
  paceBeforeCount: true,
  continuesId: true,
} as const;

/** Reports on a list, from its row and the counts that were kept beside it: some short reads, whatever its length. */
@Injectable()
export class BatchReportsService {
  constructor(
    @InjectRepository(Batch) private readonly rows: Repository<Batch>,
    private readonly batches: BatchesService,
    private readonly counts: BatchCountsRepository,
    private readonly clock: Clock,
  ) {}

  /** @param isTest as in `BatchesService.find`; @throws BatchNotFoundError */
  async report(organizationId: number, id: string, isTest?: boolean): Promise<BatchReport> {
    const batch = await this.batches.find(organizationId, id, isTest);
    const [times, counts] = await Promise.all([
      this.rows.findOne({ select: TIMES, where: { id: batch.id } }),
      this.counts.of(batch.id),
    ]);
    if (times === null) throw new BatchNotFoundError(id);
    const links = await this.links(organizationId, batch.id, times.continuesId);
    return reportOf(batch, timesOf(times, this.clock.now()), links, counts);
  }

  private async links(organizationId: number, id: number, continuesId: number | null) {
    const seen = { organizationId, status: In(BATCH_STATUSES) };
    const [before, after] = await Promise.all([
      continuesId !== null && this.rows.existsBy({ ...seen, id: continuesId }),
      this.rows.findOne({ select: { id: true }, where: { ...seen, continuesId: id }, order: { id: 'DESC' } }),
    ]);
    return { continuesId: before ? continuesId : null, continuedById: after?.id ?? null };
  }
}
