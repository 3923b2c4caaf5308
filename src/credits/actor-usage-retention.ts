import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { inSlices } from '../database/in-slices';
import { addOnDuplicate } from '../database/upsert';
import { ACTOR_COUNTS, ACTOR_KEYS, type ActorCounts } from './actor-usage';
import { UsageActor } from './usage-actor.entity';
import { dayOf } from './utc-day';

/** For how long it is known who used what: the longest time that use is read for, and a month. */
const NAMED_DAYS = 400;
/** Nobody's: what is counted and not noted whose it was. */
const NOBODY = { accountId: 0, tokenId: '' };

/**
 * After `NAMED_DAYS` it is forgotten who used something: the rows of a day become one for each organization, as in
 * `UsageDay`. Their sums stay, since the ledger's lines are made of them and sum to the balance.
 */
@Injectable()
export class ActorUsageRetention {
  /** The first day that may have names and should not. Null: not looked for by this process. */
  private next: number | null = null;

  constructor(
    @InjectRepository(UsageActor) private readonly actors: Repository<UsageActor>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Does it some rows at a time; returns whether none is left. */
  async sweep(signal?: AbortSignal): Promise<boolean> {
    const end = dayOf(this.clock.now()) - NAMED_DAYS;
    this.next ??= (await this.actors.minimum('day')) ?? end;
    for (; this.next < end; this.next += 1) {
      if (!(await this.forget(this.next, signal))) return false;
      // Most days have nothing to forget: a process that starts looks at all of them once.
      await new Promise(setImmediate);
    }
    return true;
  }

  private forget(day: number, signal?: AbortSignal): Promise<boolean> {
    return inSlices(this.database, { fewest: 1, signal }, async (limit) => {
      const named = await this.actors.find({
        select: { organizationId: true, day: true, accountId: true, tokenId: true },
        where: { day, accountId: MoreThan(0) },
        order: { accountId: 'ASC' },
        take: limit,
      });
      for (const id of new Set(named.map(({ organizationId }) => organizationId))) await this.fold(id, day);
      return named.length;
    });
  }

  /** A day that is over does not change any more; of two processes the second finds no rows to delete, and adds none. */
  private async fold(organizationId: number, day: number): Promise<void> {
    const rows = await this.actors.findBy({ organizationId, day, accountId: MoreThan(0) });
    const sums = Object.fromEntries(
      ACTOR_COUNTS.map((count) => [count, rows.reduce((sum, row) => sum + row[count], 0)]),
    ) as ActorCounts;
    const whole = this.actors
      .createQueryBuilder()
      .insert()
      .values({ organizationId, day, ...NOBODY, ...sums });
    const named = 'organizationId = :organizationId AND day = :day AND accountId > 0';
    const values = { organizationId, day };
    await this.database.atomically(
      [
        { statement: this.actors.createQueryBuilder().delete().where(named, values), ifNone: 'rollback' },
        addOnDuplicate(whole, ACTOR_KEYS, ACTOR_COUNTS),
      ],
      { statement: this.actors.createQueryBuilder('a').select('1').where(named, values), shows: 'no_row' },
    );
  }
}
