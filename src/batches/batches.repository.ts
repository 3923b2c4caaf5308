import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, type FindOptionsWhere, type Repository } from 'typeorm';
import type { Right } from '../auth/right';
import { Clock } from '../common/clock';
import { columnOf } from '../database/columns';
import { limitRows } from '../database/limit-rows';
import { Membership } from '../organizations/membership.entity';
import { Database, type Proof, type Statement, type Step } from '../database/database';
import { inSlices } from '../database/in-slices';
import { BATCH_STATUSES, ENDED_STATUSES, OPEN_STATUSES, UNSEEN_STATUSES } from './batch';
import { Batch } from './batch.entity';
import { ChunksRepository } from './chunks.repository';
import { hasNoPendingChunk } from './has-no-pending-chunk';
import { SummaryLink } from './sharing/summary-link.entity';
import { BatchCountsRepository } from './summary/batch-counts.repository';

/** Batches of an organization that are deleted before more of them are looked for. */
const PAGE = 100;
/** What a sweep takes for abandoned at once; no deletion that somebody is at has it. */
const REFUSED = { updatedAt: 0 };

/**
 * The life of a batch: upload, publication, cancellation, deletion. What the work on it changes: `ChunkSaver`, `DueChunks`.
 * What callers see of it: `VisibleBatchesRepository`. What is due for maintenance: `BatchMaintenanceRepository`.
 */
@Injectable()
export class BatchesRepository {
  constructor(
    @InjectRepository(Batch) private readonly batches: Repository<Batch>,
    @InjectRepository(SummaryLink) private readonly links: Repository<SummaryLink>,
    private readonly chunks: ChunksRepository,
    private readonly counts: BatchCountsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** How many lists of an organization are kept with their rows, and how many bytes of them. */
  async kept(organizationId: number): Promise<{ lists: number; bytes: number }> {
    const row = await this.batches
      .createQueryBuilder('batch')
      .select('COUNT(*)', 'lists')
      .addSelect('SUM(batch.storedBytes)', 'bytes')
      .where({ organizationId, purgedAt: IsNull() })
      .getRawOne<{ lists: number; bytes: number | string | null }>();
    return { lists: row?.lists ?? 0, bytes: Number(row?.bytes ?? 0) };
  }

  async columns(id: number): Promise<string[]> {
    const batch = await this.batches.findOne({ select: { id: true, header: true }, where: { id } });
    return JSON.parse((batch?.header ?? Buffer.from('[]')).toString('utf8')) as string[];
  }

  /** A batch that nobody sees yet; returns its id. */
  async begin(organizationId: number, columns: readonly string[]): Promise<number> {
    const now = this.clock.now();
    const { insertId } = await this.database.run(
      this.batches
        .createQueryBuilder()
        .insert()
        .values({
          organizationId,
          name: '',
          status: 'uploading',
          header: Buffer.from(JSON.stringify(columns)),
          catchAllCount: 0,
          createdAt: now,
          updatedAt: now,
        }),
    );
    return insertId;
  }

  /** Says that an upload is still going on, and how much is stored of it. */
  async touch(id: number, storedBytes: number): Promise<void> {
    await this.batches.update({ id }, { storedBytes, updatedAt: this.clock.now() });
  }

  /** The step that opens a batch to the world; rolls back when it is gone, or the right to it. */
  publishStep(id: number, name: string, totalCount: number, storedBytes: number, now: number, right: Right): Step {
    const statement = this.batches
      .createQueryBuilder()
      .update()
      .set({
        status: 'pending',
        name,
        totalCount,
        storedBytes,
        createdAt: now,
        updatedAt: now,
        createdBy: right.accountId,
        createdByToken: right.by.tokenId ?? null,
        isTest: right.isTest ? 1 : 0,
      })
      .where({ id, status: 'uploading' });
    return { statement: statement.andWhere(...right.condition('right')), ifNone: 'rollback' };
  }

  /** Found when `publishStep` became true. */
  publishProof(id: number): Proof {
    return this.proof({ id, status: In(BATCH_STATUSES) });
  }

  /**
   * The step that ends the work on a batch, if it goes on; whoever saves a chunk of it afterwards saves nothing.
   * @param right that must hold still, to this list; null: the operator's
   */
  cancelStep(organizationId: number, id: number, right: Right | null): Step {
    const statement = this.cancelling().where({ id, organizationId, status: In(OPEN_STATUSES) });
    if (right !== null) statement.andWhere(...right.condition('right')).andWhere(...this.isTheirs(right));
    return { statement, ifNone: 'rollback' };
  }

  /** Whether the list may be cancelled or deleted by this right: one's own by members, all by owners and admins. */
  mayEnd(organizationId: number, id: number, right: Right): Promise<boolean> {
    return this.batches
      .createQueryBuilder('batches')
      .where({ organizationId, id })
      .andWhere(...this.isTheirs(right))
      .getExists();
  }

  /** Found when `cancelStep` became true, or somebody else's did. */
  cancelProof(id: number): Proof {
    return this.proof({ id, status: 'cancelled' });
  }

  /**
   * The step that ends a batch on which nothing is left to do, though it has not ended. No path of ours leaves one; rows
   * can get lost in other ways, and the credits that it holds must not. Rolls back when there is something to do.
   */
  endIdleStep(id: number): Step {
    const open = this.cancelling().where({ id, status: In(OPEN_STATUSES) });
    return { statement: open.andWhere(hasNoPendingChunk(this.batches, ':id'), { id }), ifNone: 'rollback' };
  }

  /**
   * From here on nobody sees the batch any more; returns whether it was there and at rest.
   * @param right that must hold still, to this list; null: the operator's
   * @param entry of the audit log
   */
  async hide(organizationId: number, id: number, right: Right | null, entry: Statement): Promise<boolean> {
    const statement = this.batches
      .createQueryBuilder()
      .update()
      .set({ status: 'deleting', updatedAt: this.clock.now() })
      .where({ id, organizationId, status: In(ENDED_STATUSES) });
    if (right !== null) statement.andWhere(...right.condition('right')).andWhere(...this.isTheirs(right));
    const isHidden = this.proof({ id, status: 'deleting' });
    return (await this.database.atomically([{ statement, ifNone: 'rollback' }, entry], isHidden)) === 'done';
  }

  /** Hides all batches of an organization, whatever they are at, some at a time; returns a page of them. */
  async hideAll(organizationId: number): Promise<number[]> {
    await inSlices(this.database, { fewest: 20 }, async (limit) => {
      const seen = this.batches.createQueryBuilder().update().set({ status: 'deleting' });
      const some = limitRows(seen.where({ organizationId, status: Not('deleting') }), limit, 'id');
      return (await this.database.run(some)).affected;
    });
    const page = await this.batches.find({
      select: { id: true },
      where: { organizationId },
      order: { id: 'ASC' },
      take: PAGE,
    });
    return page.map(({ id }) => id);
  }

  /**
   * Claims an upload that is refused, for the next sweep to remove: since ever nobody has gone on with it. One that was published
   * stays as it is.
   * @param rows of it that are stored
   */
  async refuse(id: number, rows: number): Promise<void> {
    const refused = { status: 'deleting', totalCount: rows, purgedAt: this.clock.now(), ...REFUSED } as const;
    await this.batches.update({ id, status: 'uploading' }, refused);
  }

  /** Rows of refused uploads of an organization that are still there. */
  async refusedRows(organizationId: number): Promise<number> {
    return (await this.batches.sum('totalCount', { organizationId, status: 'deleting', ...REFUSED })) ?? 0;
  }

  /**
   * Removes a batch that nobody sees, and what is stored of it. It is claimed first, so that one that was published
   * meanwhile, whatever its uploader was told, stays as it is; and that one that is claimed can't be published any more.
   */
  async discard(id: number, signal?: AbortSignal): Promise<void> {
    const { affected } = await this.batches.update({ id, status: In(UNSEEN_STATUSES) }, { status: 'deleting' });
    if (affected === 0) return;
    if (!(await this.chunks.deleteUnseen(id, signal))) return;
    await this.counts.delete(id);
    await this.links.delete({ batchId: id });
    await this.batches.delete({ id, status: 'deleting' });
  }

  /** Deletes the results of a batch and keeps its counts. Marked last, so that a purge that was cut short is done again. */
  async purge(id: number, signal?: AbortSignal): Promise<void> {
    if (!(await this.chunks.deleteAll(id, signal))) return;
    await this.batches.update({ id, status: In(ENDED_STATUSES) }, { purgedAt: this.clock.now(), storedBytes: 0 });
  }

  /** True of a list that the account may end: as `mayEnd`. */
  private isTheirs({ accountId }: Right): [condition: string, values: Record<string, unknown>] {
    const [organization, sender] = [columnOf(this.batches, 'organizationId'), columnOf(this.batches, 'createdBy')];
    const member = this.batches.manager
      .createQueryBuilder(Membership, 'ender')
      .select('1')
      .where(`ender.organizationId = ${organization} AND ender.accountId = :enderId`)
      .andWhere(`(ender.role IN ('owner', 'admin') OR (ender.role = 'member' AND ${sender} = ender.accountId))`);
    return [`EXISTS (${member.getQuery()})`, { enderId: accountId }];
  }

  private cancelling() {
    const now = this.clock.now();
    return this.batches.createQueryBuilder().update().set({ status: 'cancelled', completedAt: now, updatedAt: now });
  }

  private proof(where: FindOptionsWhere<Batch>): Proof {
    return this.batches.createQueryBuilder('batch').select('1').where(where);
  }
}
