import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { Database } from '../../database/database';
import { FeedbackUse } from '../known/feedback-use';
import { accuracyOf, type Accuracy, type VerdictGroup } from './accuracy-of';
import { AnswerFiling } from './answer-filing';
import { AnsweredVerdict } from './answered-verdict.entity';

/** For how long it is kept what was answered, and for what may come of it. */
export const VERDICT_DAYS = 30;
export const VERDICT_MS = VERDICT_DAYS * 86_400_000;

export interface MeasuredAccuracy extends Accuracy {
  /** Milliseconds since the epoch. */
  since: number;
}

/** Whoever asks waits for it. */
const FILING_MS = 1000;

type Found = Omit<VerdictGroup, 'ofFeedback' | 'count'> & { ofFeedback: number; count: number | string };

/**
 * In the order of the index: the groups come out of it one after the other, and nothing else is read. A million verdicts
 * take 0.1 s on SQLite, 0.15 s on MariaDB.
 */
const COMMON = ['outcome', 'status', 'subStatus', 'confidence', 'ofFeedback', 'provider'] as const;

/** How often verdicts were true, by the organization's own mails of the last 30 days. */
@Injectable()
export class AccuracyService {
  constructor(
    private readonly database: Database,
    @InjectRepository(AnsweredVerdict) private readonly verdicts: Repository<AnsweredVerdict>,
    private readonly filing: AnswerFiling,
    private readonly use: FeedbackUse,
    private readonly clock: Clock,
  ) {}

  async measure(organizationId: number): Promise<MeasuredAccuracy> {
    const since = this.clock.now() - VERDICT_MS;
    if (!(await this.use.isUsed(organizationId))) return { since, ...accuracyOf([]) };
    // A list of a million may take longer: what is left then has no outcome yet, and is counted the next time.
    await this.filing.file(organizationId, AbortSignal.timeout(FILING_MS));
    const groups = await this.groups(organizationId);
    return { since, ...accuracyOf(groups) };
  }

  /** What is past its time is deleted within a minute: to ask for the time, too, would be to read each row. */
  private async groups(organizationId: number): Promise<VerdictGroup[]> {
    const query = this.verdicts
      .createQueryBuilder('v')
      .select('COUNT(*)', 'count')
      .where('v.organizationId = :organizationId', { organizationId });
    for (const column of COMMON) query.addSelect(`v.${column}`, column).addGroupBy(`v.${column}`);
    const found = await this.database.query<Found>(...query.getQueryAndParameters());
    return found.map(({ ofFeedback, count, ...group }) => {
      return { ...group, ofFeedback: ofFeedback === 1, count: Number(count) };
    });
  }
}
