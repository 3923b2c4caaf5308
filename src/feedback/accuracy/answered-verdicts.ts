import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, type Repository } from 'typeorm';
import { Clock } from '../../common/clock';
import { Database, type Statement } from '../../database/database';
import { deleteInSlices } from '../../database/delete-in-slices';
import { named, prepared } from '../../database/prepared';
import { preparedIn } from '../../database/prepared-in';
import type { Verification } from '../../engine';
import type { KnownKind } from '../known/known-kind';
import { FeedbackUse } from '../known/feedback-use';
import { VERDICT_MS } from './accuracy.service';
import { AddressHasher } from './address-hasher';
import { AnswerFiling, type NewVerdict } from './answer-filing';
import { AnsweredVerdict, type Outcome } from './answered-verdict.entity';
import { isOfFeedback } from './is-of-feedback';

/** What was said, and what the organization's own mails had said before. */
export interface Answer {
  verification: Verification;
  known: KnownKind | null;
}

/** What came of a mail. */
export interface MailOutcome {
  /** Normalised. */
  email: string;
  outcome: Outcome;
  /** Milliseconds since the epoch. */
  at: number;
}

type Given = Pick<AnsweredVerdict, 'id' | 'addressHash' | 'givenAt'>;

/** What organizations with feedback were answered, and what came of it: see ADR 0034. */
@Injectable()
export class AnsweredVerdicts {
  private readonly givenTo;
  private readonly tell;

  constructor(
    private readonly database: Database,
    @InjectRepository(AnsweredVerdict) private readonly verdicts: Repository<AnsweredVerdict>,
    private readonly filing: AnswerFiling,
    private readonly hasher: AddressHasher,
    private readonly use: FeedbackUse,
    private readonly clock: Clock,
  ) {
    this.givenTo = preparedIn<'organizationId' | 'from'>((hashes) =>
      verdicts
        .createQueryBuilder('v')
        .select('v.id', 'id')
        .addSelect('v.addressHash', 'addressHash')
        .addSelect('v.givenAt', 'givenAt')
        .where('v.organizationId = :organizationId AND v.givenAt >= :from')
        .andWhere(`v.addressHash IN (${hashes})`),
    );
    this.tell = {
      // The time before the outcome, which it depends on: MySQL evaluates the assignments from left to right.
      hard_bounced: prepared<'id' | 'at'>(
        verdicts
          .createQueryBuilder()
          .update()
          .set({
            outcomeAt: () => "CASE WHEN outcome = 'hard_bounced' AND outcomeAt < :at THEN outcomeAt ELSE :at END",
            outcome: () => "'hard_bounced'",
          })
          .where('id = :id'),
      ),
      delivered: prepared<'id' | 'at'>(
        verdicts
          .createQueryBuilder()
          .update()
          .set({ outcomeAt: named('at'), outcome: () => "'delivered'" })
          .where("id = :id AND (outcome IS NULL OR (outcome = 'delivered' AND outcomeAt > :at))"),
      ),
    };
  }

  /**
   * What is kept of an answer; null: nothing, since the organization uses no feedback, or it was about no address. Asks
   * nobody: whether feedback is used was asked when the verdict was made (`KnownAddresses`).
   */
  toKeep(organizationId: number, { verification, known }: Answer): NewVerdict | null {
    const { normalised, status, subStatus, confidence, evidence } = verification;
    if (normalised === null || !this.use.isKnownToBeUsed(organizationId)) return null;
    return {
      organizationId,
      addressHash: this.hasher.hash(organizationId, normalised),
      status,
      subStatus,
      confidence,
      ofFeedback: isOfFeedback(verification, known) ? 1 : 0,
      provider: evidence.provider,
      givenAt: this.clock.now(),
    };
  }

  /** The statements that say of each mail what came of it, at the last verdict before it within 30 days; in one order. */
  async outcomeStatements(organizationId: number, mails: readonly MailOutcome[]): Promise<Statement[]> {
    if (mails.length === 0) return [];
    await this.filing.file(organizationId);
    const hashed = mails.map((mail) => ({ ...mail, hash: this.hasher.hash(organizationId, mail.email) }));
    const hashes = [...new Set(hashed.map(({ hash }) => hash))];
    const from = Math.min(...mails.map(({ at }) => at)) - VERDICT_MS;
    const found = await this.database.query<Given>(
      ...this.givenTo(hashes, { organizationId, from }).getQueryAndParameters(),
    );
    if (found.length === 0) return [];
    return hashed
      .flatMap(({ hash, outcome, at }) => {
        const id = lastBefore(found, hash, at);
        return id === null ? [] : [{ id, outcome, at }];
      })
      .sort((a, b) => a.id - b.id)
      .map(({ id, outcome, at }) => this.tell[outcome]({ id, at }));
  }

  /** The newest first. @param email normalised */
  async of(organizationId: number, email: string): Promise<AnsweredVerdict[]> {
    await this.filing.file(organizationId);
    return this.verdicts.find({
      where: { organizationId, addressHash: this.hasher.hash(organizationId, email) },
      order: { givenAt: 'DESC', id: 'DESC' },
    });
  }

  /** Once all is filed that the organization was answered (`AnswerFiling`). @param email normalised */
  deletionOf(organizationId: number, email: string): Statement {
    return this.verdicts
      .createQueryBuilder()
      .delete()
      .where({ organizationId, addressHash: this.hasher.hash(organizationId, email) });
  }

  /** Deletes what is past its time, some rows at a time; returns whether none is left. */
  sweep(signal?: AbortSignal): Promise<boolean> {
    const isPast = { givenAt: LessThan(this.clock.now() - VERDICT_MS) };
    return deleteInSlices(this.database, this.verdicts, isPast, 'givenAt', signal);
  }

  /** Deletes those of an organization, some at a time. */
  async forget(organizationId: number): Promise<void> {
    await this.filing.forget(organizationId);
    await deleteInSlices(this.database, this.verdicts, { organizationId }, 'addressHash');
  }
}

function lastBefore(given: readonly Given[], hash: string, at: number): number | null {
  let last: Given | null = null;
  for (const one of given) {
    const isBefore = one.addressHash === hash && one.givenAt < at && at - one.givenAt <= VERDICT_MS;
    if (!isBefore) continue;
    if (last === null || one.givenAt > last.givenAt || (one.givenAt === last.givenAt && one.id > last.id)) last = one;
  }
  return last?.id ?? null;
}
