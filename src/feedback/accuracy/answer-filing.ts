import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { Database, type Statement, type Step } from '../../database/database';
import { deleteInSlices } from '../../database/delete-in-slices';
import { inSlices } from '../../database/in-slices';
import { named, prepared } from '../../database/prepared';
import { preparedRows } from '../../database/prepared-rows';
import { AnsweredVerdict } from './answered-verdict.entity';
import { UnfiledAnswers } from './unfiled-answers.entity';

export type NewVerdict = Omit<AnsweredVerdict, 'id' | 'outcome' | 'outcomeAt'>;
type ValuesOf<Names extends readonly (keyof NewVerdict)[]> = { [Index in keyof Names]: NewVerdict[Names[Index]] };

/** Of an answer, in this order: rows of the time before an upgrade are read by the process after it. */
const COLUMNS = [
  'addressHash',
  'status',
  'subStatus',
  'confidence',
  'ofFeedback',
  'provider',
  'givenAt',
] as const satisfies (keyof NewVerdict)[];
const ROWS_OF_A_STATEMENT = 64;
/** Somebody waits for it: half of the time is left to others. */
const PARTS_FOR_OTHERS = 1;

/**
 * Takes in what was answered at the cost of one row for many answers, and files each under its address later: when the
 * organization's answers are asked for, or in the sweep of each half minute. What the index by
 * hash costs is paid then, in time that no list waits for; see ADR 0034.
 */
@Injectable()
export class AnswerFiling {
  private readonly take;
  private readonly insert;

  constructor(
    private readonly database: Database,
    @InjectRepository(UnfiledAnswers) private readonly unfiled: Repository<UnfiledAnswers>,
    @InjectRepository(AnsweredVerdict) verdicts: Repository<AnsweredVerdict>,
  ) {
    this.take = prepared<'organizationId' | 'answers'>(
      unfiled
        .createQueryBuilder()
        .insert()
        .values({ organizationId: named('organizationId'), answers: named('answers') }),
    );
    this.insert = preparedRows<keyof NewVerdict>(
      verdicts
        .createQueryBuilder()
        .insert()
        .values(Object.fromEntries(['organizationId', ...COLUMNS].map((name) => [name, named(name)]))),
    );
  }

  /** The statements that take in what an organization was answered: one, or none. */
  statements(organizationId: number, answers: readonly NewVerdict[]): Statement[] {
    if (answers.length === 0) return [];
    const values = answers.map((answer) => COLUMNS.map((column) => answer[column]));
    return [this.take({ organizationId, answers: Buffer.from(JSON.stringify(values)) })];
  }

  /** Files all that the organization was answered, or as much as there is time for. */
  async file(organizationId: number, signal?: AbortSignal): Promise<void> {
    const options = { fewest: 1, partsForOthers: PARTS_FOR_OTHERS, signal };
    await inSlices(this.database, options, (limit) => this.fileSome({ organizationId }, limit));
  }

  /** Files what all were answered, some at a time; returns whether none is left. */
  sweep(signal?: AbortSignal): Promise<boolean> {
    return inSlices(this.database, { fewest: 1, signal }, (limit) => this.fileSome({}, limit));
  }

  /** Deletes what is not filed of an organization. */
  async forget(organizationId: number): Promise<void> {
    await deleteInSlices(this.database, this.unfiled, { organizationId }, 'id');
  }

  private async fileSome(of: Partial<Pick<UnfiledAnswers, 'organizationId'>>, limit: number): Promise<number> {
    // Of all, by a search of the key, too.
    const found = await this.unfiled.find({ where: { ...of, id: MoreThan(0) }, order: { id: 'ASC' }, take: limit });
    if (found.length === 0) return 0;
    // What another process has filed meanwhile is filed: nothing of this write is done, and what is left is looked for again.
    const taken = found.map<Step>(({ id }) => ({
      statement: this.unfiled.createQueryBuilder().delete().where({ id }),
      ifNone: 'rollback',
    }));
    // By hash: neighbours in the index are written together.
    const rows = found.flatMap(answersOf).sort(byHash);
    const steps: Step[] = [...taken];
    for (let start = 0; start < rows.length; start += ROWS_OF_A_STATEMENT)
      steps.push(this.insert(rows.slice(start, start + ROWS_OF_A_STATEMENT)));
    await this.database.atomically(steps);
    return found.length;
  }
}

function byHash({ addressHash: one }: NewVerdict, { addressHash: other }: NewVerdict): number {
  return Number(one > other) - Number(one < other);
}

function answersOf({ organizationId, answers }: UnfiledAnswers): NewVerdict[] {
  return (JSON.parse(answers.toString()) as ValuesOf<typeof COLUMNS>[]).map(
    ([addressHash, status, subStatus, confidence, ofFeedback, provider, givenAt]) => ({
      organizationId,
      addressHash,
      status,
      subStatus,
      confidence,
      ofFeedback,
      provider,
      givenAt,
    }),
  );
}
