import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { maskAddresses } from '../common/mask-addresses';
import { Organization } from '../organizations/organization.entity';
import { BATCH_STATUSES, OPEN_STATUSES } from './batch';
import { Batch } from './batch.entity';
import { BatchNotFoundError } from './batches.errors';

/** A batch at work, as the operator sees it: nothing of what is in it. Instants are milliseconds since the epoch. */
export interface OpenBatch {
  id: number;
  /** Addresses in it are masked. */
  name: string;
  organizationId: number;
  organizationName: string;
  status: (typeof OPEN_STATUSES)[number];
  totalCount: number;
  processedCount: number;
  createdAt: number;
  /** When rows of it were last answered, or it was sent. */
  updatedAt: number;
}

/** The batches of all organizations on which work goes on, for the operator. */
@Injectable()
export class OpenBatches {
  constructor(@InjectRepository(Batch) private readonly batches: Repository<Batch>) {}

  /** The newest first. @param before the id that all of the page are below; null: from the newest on */
  async list(before: number | null, limit: number): Promise<{ batches: OpenBatch[]; nextBefore: number | null }> {
    const query = this.batches
      .createQueryBuilder('b')
      .innerJoin(Organization, 'o', 'o.id = b.organizationId')
      .select(['b.id AS id', 'b.name AS name', 'b.status AS status', 'b.organizationId AS organizationId'])
      .addSelect(['b.totalCount AS totalCount', 'b.processedCount AS processedCount'])
      .addSelect(['b.createdAt AS createdAt', 'b.updatedAt AS updatedAt', 'o.name AS organizationName'])
      .where({ status: In(OPEN_STATUSES) })
      .orderBy('b.id', 'DESC')
      .limit(limit + 1);
    if (before !== null) query.andWhere('b.id < :before', { before });
    const found = await query.getRawMany<OpenBatch>();
    const batches = found.slice(0, limit).map((batch) => ({ ...batch, name: maskAddresses(batch.name) }));
    return { batches, nextBefore: found.length > limit ? (batches.at(-1)?.id ?? null) : null };
  }

  /** How many there are, and how many rows of them have no answer yet. */
  async backlog(): Promise<{ batches: number; rows: number }> {
    const row = await this.batches
      .createQueryBuilder('b')
      .select('COUNT(*)', 'batches')
      .addSelect('SUM(b.totalCount - b.processedCount)', 'rows')
      .where({ status: In(OPEN_STATUSES) })
      .getRawOne<{ batches: number; rows: number | string | null }>();
    return { batches: row?.batches ?? 0, rows: Number(row?.rows ?? 0) };
  }

  /** Whose a batch is. @throws BatchNotFoundError */
  async organizationOf(id: number): Promise<number> {
    const batch = await this.batches.findOne({
      select: { id: true, organizationId: true },
      where: { id, status: In(BATCH_STATUSES) },
    });
    if (batch === null) throw new BatchNotFoundError(String(id));
    return batch.organizationId;
  }
}
