import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Actor } from '../audit/actor';
import { Clock } from '../common/clock';
import type { Statement } from '../database/database';
import { addOnDuplicate } from '../database/upsert';
import { named, prepared } from '../database/prepared';
import { ActorNames, type ActorName } from './actor-names';
import { holdOf } from './causes';
import { CreditEntry } from './credit-entry.entity';
import { UsageActor } from './usage-actor.entity';
import { dayOf } from './utc-day';

export const ACTOR_KEYS = ['organizationId', 'day', 'accountId', 'tokenId'] as const;
export const ACTOR_COUNTS = ['checks', 'checkCredits', 'rows', 'rowCredits'] as const;
/** Actors of an answer, those with the most credits first. */
const MOST_ACTORS = 200;

export type ActorCounts = Pick<UsageActor, (typeof ACTOR_COUNTS)[number]>;
export type UsageOfActor = ActorName & ActorCounts;

/**
 * What each member and token used on each day (UTC): a row a day, added to by the very write that charges (ADR 0026). The
 * write holds the organization's row of `UsageDay` by then, so that two of them never wait for each other here.
 */
@Injectable()
export class ActorUsage {
  // Each single check runs the first, each chunk of a list the second.
  private readonly add;
  private readonly addForBatch;

  constructor(
    @InjectRepository(UsageActor) private readonly actors: Repository<UsageActor>,
    @InjectRepository(CreditEntry) entries: Repository<CreditEntry>,
    private readonly names: ActorNames,
    private readonly clock: Clock,
  ) {
    const insert = actors.createQueryBuilder().insert();
    insert.values(Object.fromEntries([...ACTOR_KEYS, ...ACTOR_COUNTS].map((name) => [name, named(name)])));
    this.add = prepared<keyof UsageActor>(insert, addOnDuplicate(insert, ACTOR_KEYS, ACTOR_COUNTS));
    // In the order of the entity's columns.
    const sender = entries
      .createQueryBuilder('entry')
      .select('entry.organizationId', 'organizationId')
      .addSelect(':day', 'day')
      .addSelect('COALESCE(entry.accountId, 0)', 'accountId')
      .addSelect("COALESCE(entry.tokenId, '')", 'tokenId')
      .addSelect(':rows', 'rowCount')
      .addSelect(':credits', 'rowCredits')
      .where('entry.organizationId = :organizationId AND entry.cause = :hold');
    const counted = ['rows', 'rowCredits'] as const;
    const insertForBatch = actors
      .createQueryBuilder()
      .insert()
      .into(UsageActor, [...ACTOR_KEYS, ...counted])
      .valuesFromSelect(sender);
    this.addForBatch = prepared<'organizationId' | 'day' | 'hold' | 'rows' | 'credits'>(
      insertForBatch,
      addOnDuplicate(insertForBatch, ACTOR_KEYS, counted),
    );
  }

  /** The statement that counts a single check that is charged: behind that of `Usage`. */
  addCheck(organizationId: number, by: Actor | null, credits: number): Statement {
    const accountId = by?.accountId ?? 0;
    const tokenId = by?.tokenId ?? '';
    const day = dayOf(this.clock.now());
    return this.add({
      organizationId,
      day,
      accountId,
      tokenId,
      checks: 1,
      checkCredits: credits,
      rows: 0,
      rowCredits: 0,
    });
  }

  /** The same for rows of a list, whose sender stands in its hold: a list that could cost nothing has none. */
  addRows(organizationId: number, batchId: number, rows: number, credits: number): Statement[] {
    if (rows === 0) return [];
    const day = dayOf(this.clock.now());
    return [this.addForBatch({ organizationId, day, hold: holdOf(batchId), rows, credits })];
  }

  /** What each used in the last `days` days, today included, who used most first. */
  async lastDays(organizationId: number, days: number): Promise<UsageOfActor[]> {
    const from = dayOf(this.clock.now()) - days + 1;
    const sums = this.actors
      .createQueryBuilder('a')
      .select('a.accountId', 'accountId')
      .addSelect('a.tokenId', 'tokenId')
      .where('a.organizationId = :organizationId AND a.day >= :from', { organizationId, from })
      .groupBy('a.accountId')
      .addGroupBy('a.tokenId')
      .orderBy('SUM(a.checkCredits + a.rowCredits)', 'DESC')
      .addOrderBy('a.accountId')
      .addOrderBy('a.tokenId')
      .limit(MOST_ACTORS);
    for (const count of ACTOR_COUNTS) sums.addSelect(`SUM(a.${count})`, count);
    const found = await sums.getRawMany<
      Pick<UsageActor, 'accountId' | 'tokenId'> & Record<keyof ActorCounts, number | string>
    >();
    const name = await this.names.of(found);
    // MySQL gives sums as text.
    return found.map(({ checks, checkCredits, rows, rowCredits, ...actor }) => ({
      ...name(actor),
      checks: Number(checks),
      checkCredits: Number(checkCredits),
      rows: Number(rows),
      rowCredits: Number(rowCredits),
    }));
  }
}
