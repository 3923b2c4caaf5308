import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database, type Step } from '../database/database';

const DAY_MS = 86_400_000;

/** Answers by status, and what they cost. */
export interface UsageCounts {
  valid: number;
  catchAll: number;
  risky: number;
  invalid: number;
  unknown: number;
  credits: number;
}

export interface UsageOfDay extends UsageCounts {
  /** `2026-11-28`, UTC. */
  date: string;
}

const COLUMNS: [keyof UsageCounts, string][] = [
  ['valid', 'valid_count'],
  ['catchAll', 'catch_all_count'],
  ['risky', 'risky_count'],
  ['invalid', 'invalid_count'],
  ['unknown', 'unknown_count'],
  ['credits', 'credits'],
];
const NAMES = COLUMNS.map(([, column]) => column);

/**
 * What an organization used on each day (UTC): one row a day, added to by the very write that counts or charges, so that
 * a chart costs one short query and is right after any crash. Single answers from the cache are no use: they cost nothing.
 */
@Injectable()
export class Usage {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The statement that adds to today's counts: before those that change the organization's row, or two writes deadlock. */
  addSteps(organizationId: number, counts: Partial<UsageCounts>): Step[] {
    const values = COLUMNS.map(([name]) => counts[name] ?? 0);
    if (values.every((value) => value === 0)) return [];
    return [
      {
        sql: `INSERT INTO usage_days (organization_id, day, ${NAMES.join(', ')}) VALUES (?, ?, ${NAMES.map(() => '?').join(', ')})
          ${this.database.onDuplicateAdd(['organization_id', 'day'], NAMES)}`,
        parameters: [organizationId, this.today(), ...values],
      },
    ];
  }

  /** Each of the last `days` days, the oldest first, today included. */
  async lastDays(organizationId: number, days: number): Promise<UsageOfDay[]> {
    const first = this.today() - days + 1;
    const selected = COLUMNS.map(([name, column]) => `${column} AS ${name}`).join(', ');
    const rows = await this.database.query<UsageCounts & { day: number }>(
      `SELECT day, ${selected} FROM usage_days WHERE organization_id = ? AND day >= ?`,
      [organizationId, first],
    );
    const byDay = new Map(rows.map(({ day, ...counts }) => [day, counts]));
    const nothing = { valid: 0, catchAll: 0, risky: 0, invalid: 0, unknown: 0, credits: 0 };
    return Array.from({ length: days }, (_, index) => ({
      date: new Date((first + index) * DAY_MS).toISOString().slice(0, 10),
      ...(byDay.get(first + index) ?? nothing),
    }));
  }

  private today(): number {
    return Math.floor(this.clock.now() / DAY_MS);
  }
}
