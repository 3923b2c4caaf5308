import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThanOrEqual, type Repository } from 'typeorm';
import { Clock } from '../common/clock';
import type { Statement } from '../database/database';
import { addOnDuplicate } from '../database/upsert';
import { named, prepared } from '../database/prepared';
import { UsageDay } from './usage-day.entity';
import { dateOf, dayOf } from './utc-day';

/** Answers by status, and what they cost. */
export type UsageCounts = Omit<UsageDay, 'organizationId' | 'day'>;

export interface UsageOfDay extends UsageCounts {
  /** `2026-11-28`, UTC. */
  date: string;
}

const NOTHING: UsageCounts = { valid: 0, catchAll: 0, risky: 0, invalid: 0, unknown: 0, credits: 0 };
const COUNTS = Object.keys(NOTHING) as (keyof UsageCounts)[];

/**
 * What an organization used on each day (UTC): one row a day, added to by the very write that counts or charges, so that
 * a chart costs one short query and is right after any crash. Single answers from the cache are no use: they cost nothing.
 */
@Injectable()
export class Usage {
  // Each single check runs it.
  private readonly add;

  constructor(
    @InjectRepository(UsageDay) private readonly days: Repository<UsageDay>,
    private readonly clock: Clock,
  ) {
    const insert = days.createQueryBuilder().insert();
    insert.values({
      organizationId: named('organizationId'),
      day: named('day'),
      ...Object.fromEntries(COUNTS.map((count) => [count, named(count)])),
    });
    this.add = prepared<keyof UsageDay>(insert, addOnDuplicate(insert, ['organizationId', 'day'], COUNTS));
  }

  /** The statement that adds to today's counts: before those that change the organization's row, or two writes deadlock. */
  addSteps(organizationId: number, counts: Partial<UsageCounts>): Statement[] {
    if (COUNTS.every((count) => (counts[count] ?? 0) === 0)) return [];
    return [this.add({ ...NOTHING, ...counts, organizationId, day: this.today() })];
  }

  /** Each of the last `days` days, the oldest first, today included. */
  async lastDays(organizationId: number, days: number): Promise<UsageOfDay[]> {
    const first = this.today() - days + 1;
    const rows = await this.days.findBy({ organizationId, day: MoreThanOrEqual(first) });
    const byDay = new Map(rows.map((row) => [row.day, row]));
    return Array.from({ length: days }, (_, index) => {
      const { valid, catchAll, risky, invalid, unknown, credits } = byDay.get(first + index) ?? NOTHING;
      return { date: dateOf(first + index), valid, catchAll, risky, invalid, unknown, credits };
    });
  }

  private today(): number {
    return dayOf(this.clock.now());
  }
}
