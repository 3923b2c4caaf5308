import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, type Repository } from 'typeorm';
import { AuditLog } from '../../audit/audit-log';
import type { Right } from '../../auth/right';
import { Clock } from '../../common/clock';
import { hashOfSecret, makeSecret } from '../../common/secrets';
import { Database } from '../../database/database';
import type { Attempt } from '../../database/attempt';
import { insertIf } from '../../database/insert-if';
import { lockRow } from '../../database/lock-row';
import { BATCH_STATUSES } from '../batch';
import { Batch } from '../batch.entity';
import { BatchStateError, SummaryLinkNotFoundError } from '../batches.errors';
import { BatchesService } from '../batches.service';
import { SummaryLink } from './summary-link.entity';

const DAY_MS = 86_400_000;
/** Of a batch: more are more than anybody can look after. */
const MOST_LINKS = 20;

export type SharedLink = Pick<SummaryLink, 'id' | 'createdAt' | 'expiresAt'>;

/** A link, and its secret, which is shown only now. */
export interface MadeLink {
  link: SharedLink;
  secret: string;
}

/**
 * Links that show the summary of a batch – counts and reasons, no addresses – to whoever has them, until they expire, are
 * withdrawn, or the batch is deleted. Of a secret only a hash is stored.
 */
@Injectable()
export class SummaryLinks {
  constructor(
    @InjectRepository(SummaryLink) private readonly links: Repository<SummaryLink>,
    @InjectRepository(Batch) private readonly rows: Repository<Batch>,
    private readonly batches: BatchesService,
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * @param id of the batch
   * @param days how long it works
   * @param attempt as part of this
   * @throws BatchNotFoundError, BatchStateError, what the right's guard throws, and the attempt
   */
  async make(right: Right, id: string, days: number, attempt: Attempt<MadeLink> | null = null): Promise<MadeLink> {
    const { organizationId, accountId } = right;
    const { id: batchId, name } = await this.batches.find(organizationId, id);
    const secret = makeSecret();
    const createdAt = this.clock.now();
    const expiresAt = createdAt + days * DAY_MS;
    const row = {
      organizationId,
      batchId,
      secretHash: hashOfSecret(secret),
      accountId,
      createdAt,
      expiresAt,
    };
    const [held, values] = right.condition('right');
    const live = this.links.createQueryBuilder('l').select('COUNT(*)').where('l.batchId = :batchId');
    const batch = this.rows.createQueryBuilder('b').select('1').where('b.id = :batchId AND b.status IN (:...seen)');
    const outcome = await this.database.atomically(
      [
        // Of two at a time one waits for the other, so that both count.
        lockRow(this.rows, batchId),
        this.links
          .createQueryBuilder()
          .delete()
          .where('batchId = :batchId AND expiresAt <= :now', { batchId, now: createdAt }),
        {
          statement: insertIf(
            this.links,
            row,
            `EXISTS (${batch.getQuery()}) AND (${live.getQuery()}) < :most AND ${held}`,
            { batchId, seen: BATCH_STATUSES, most: MOST_LINKS, ...values },
          ),
          ifNone: 'rollback',
        },
        this.audit.entry({
          organizationId,
          by: right.by,
          action: 'summary_sharing',
          subject: batchId,
          details: { name, days },
        }),
        ...(attempt === null
          ? []
          : [attempt.step(([, , linkId = 0]) => ({ link: { id: linkId, createdAt, expiresAt }, secret }))]),
      ],
      this.links.createQueryBuilder('l').select('1').where({ secretHash: row.secretHash }),
    );
    if (outcome !== 'done') {
      await right.require();
      await attempt?.require();
      await this.batches.find(organizationId, id);
      throw new BatchStateError(`A batch has ${MOST_LINKS} links at most. Withdraw one that is not needed any more.`);
    }
    const link = await this.links.findOneBy({ secretHash: row.secretHash });
    if (link === null) throw new SummaryLinkNotFoundError();
    return { link, secret };
  }

  /** The links of a batch that work, the newest first. @throws BatchNotFoundError */
  async list(organizationId: number, id: string): Promise<SharedLink[]> {
    const { id: batchId } = await this.batches.find(organizationId, id);
    return this.links.find({
      select: { id: true, createdAt: true, expiresAt: true },
      where: { batchId, expiresAt: MoreThan(this.clock.now()) },
      order: { id: 'DESC' },
    });
  }

  /** From here on the link shows nothing. @throws BatchNotFoundError, SummaryLinkNotFoundError, what the right's guard throws */
  async withdraw(right: Right, id: string, linkId: number): Promise<void> {
    const { organizationId } = right;
    const { id: batchId, name } = await this.batches.find(organizationId, id);
    const event = {
      organizationId,
      by: right.by,
      action: 'summary_withdrawal',
      subject: batchId,
      details: { name },
    } as const;
    const outcome = await this.database.atomically(
      [
        {
          statement: this.links
            .createQueryBuilder()
            .delete()
            .where({ id: linkId, batchId, organizationId })
            .andWhere(...right.condition('right')),
          ifNone: 'rollback',
        },
        this.audit.entry(event),
      ],
      { statement: this.links.createQueryBuilder('l').select('1').where({ id: linkId }), shows: 'no_row' },
    );
    if (outcome === 'done') return;
    await right.require();
    throw new SummaryLinkNotFoundError();
  }

  /** What the holder of a link may see. @throws SummaryLinkNotFoundError */
  async open(secret: string): Promise<Pick<SummaryLink, 'organizationId' | 'batchId' | 'expiresAt'>> {
    const link = await this.links.findOneBy({
      secretHash: hashOfSecret(secret),
      expiresAt: MoreThan(this.clock.now()),
    });
    if (link === null) throw new SummaryLinkNotFoundError();
    const isThere = await this.rows.existsBy({ id: link.batchId, status: In(BATCH_STATUSES) });
    if (!isThere) throw new SummaryLinkNotFoundError();
    return link;
  }
}
