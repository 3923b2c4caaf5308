import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LRUCache } from 'lru-cache';
import type { Repository } from 'typeorm';
import { Metrics } from '../../common/metrics';
import { Database, type Step } from '../../database/database';
import { WaitingRows } from '../../database/waiting-rows';
import { Organization } from '../../organizations/organization.entity';
import { AddressData } from '../known/address-data';
import { AddressHasher } from './address-hasher';
import { AnswerFiling, type NewVerdict } from './answer-filing';
import { AnsweredVerdicts, type Answer } from './answered-verdicts';

/** The same answer from the cache is kept once in this time. */
const SAME_FOR_MS = 3_600_000;
const MOST_REMEMBERED = 20_000;

/** Keeps what single checks were answered, where the organization uses feedback; off the way of the answer (`WaitingRows`). */
@Injectable()
export class VerdictLog implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Feedback');
  private readonly remembered = new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: SAME_FOR_MS });
  private readonly waiting: WaitingRows<NewVerdict>;

  constructor(
    database: Database,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly verdicts: AnsweredVerdicts,
    filing: AnswerFiling,
    hasher: AddressHasher,
    metrics: Metrics,
    data: AddressData,
  ) {
    this.waiting = new WaitingRows(
      (organizationId, rows) =>
        database.atomically([this.held(organizationId), ...filing.statements(organizationId, rows)]),
      (count, error) => {
        this.logger.warn(`${count} answers are missing in the measured accuracy: ${String(error)}`);
      },
    );
    data.deleteWith({
      // What is being written can't be forgotten, nor is it there to be deleted yet.
      prepare: async ({ organizationId }) => {
        await this.flush();
        await filing.file(organizationId);
      },
      statement: ({ organizationId, email }) => verdicts.deletionOf(organizationId, email),
      forget: ({ organizationId, email }) => {
        const hash = hasher.hash(organizationId, email);
        this.waiting.forget((row) => row.organizationId === organizationId && row.addressHash === hash);
      },
    });
    metrics.watch(
      'feedback_verdicts_dropped_total',
      'Answers to single checks that are missing in the measured accuracy.',
      () => this.waiting.dropped,
    );
  }

  /** Returns at once. */
  note(organizationId: number, answer: Answer, fromCache: boolean): void {
    const verdict = this.verdicts.toKeep(organizationId, answer);
    if (verdict === null) return;
    if (fromCache) {
      const { addressHash, status, subStatus, confidence } = verdict;
      const key = `${organizationId} ${addressHash} ${status} ${subStatus} ${confidence}`;
      if (this.remembered.has(key)) return;
      this.remembered.set(key, true);
    }
    this.waiting.add(verdict);
  }

  /** Writes all that waits; resolves when it is written or dropped. */
  flush(): Promise<void> {
    return this.waiting.flush();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Holds the organization's row, or ends the write: it is gone. */
  private held(organizationId: number): Step {
    const statement = this.organizations
      .createQueryBuilder()
      .update()
      .set({ usesFeedback: 1 })
      .where('id = :organizationId AND usesFeedback = 1 AND deletedAt IS NULL', { organizationId });
    return { statement, ifNone: 'rollback' };
  }
}
