import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { nextReset } from './allowance';
import { InsufficientCreditsError } from './credits.errors';
import { Ledger } from './ledger';

export interface CreditBalance {
  /** What can be spent now. */
  balance: number;
  /** Credits a month; 0: none. */
  monthlyAllowance: number;
  monthlyAllowanceUsed: number;
  /** Milliseconds since the epoch; null without an allowance. */
  monthlyAllowanceResetAt: number | null;
}

interface Row {
  balance: number;
  allowanceMonthly: number;
  allowanceUsed: number;
  allowanceSetAt: number | null;
  allowanceResetAt: number | null;
}

const SELECT = `SELECT balance, allowance_monthly AS allowanceMonthly, allowance_used AS allowanceUsed,
  allowance_set_at AS allowanceSetAt, allowance_reset_at AS allowanceResetAt FROM organizations WHERE id = ?`;

/** For how long a balance that sufficed is trusted without asking the database again. The charge itself always asks. */
const TRUST_MS = 1000;

/** Reads balances, and moves credits outside of batches. */
@Injectable()
export class CreditsService {
  private readonly sufficed = new LRUCache<number, true>({ max: 10_000, ttl: TRUST_MS });

  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {}

  async balance(organizationId: number): Promise<CreditBalance> {
    const row = await this.current(organizationId);
    return {
      balance: row.balance,
      monthlyAllowance: row.allowanceMonthly,
      monthlyAllowanceUsed: row.allowanceUsed,
      monthlyAllowanceResetAt: row.allowanceResetAt,
    };
  }

  /** @throws InsufficientCreditsError when less than `amount` can be spent now */
  async require(organizationId: number, amount: number): Promise<void> {
    if (amount === 1 && this.sufficed.has(organizationId)) return;
    const { balance } = await this.current(organizationId);
    if (balance < amount) throw new InsufficientCreditsError(amount, balance);
    this.sufficed.set(organizationId, true);
  }

  /** Takes one credit for a single validation. @throws InsufficientCreditsError when others were faster */
  async chargeSingle(organizationId: number): Promise<void> {
    const outcome = await this.database.atomically(
      this.ledger.spend(organizationId, 1, `single:${randomUUID()}`, 'single'),
    );
    if (outcome === 'done') return;
    this.sufficed.delete(organizationId);
    throw new InsufficientCreditsError(1, (await this.current(organizationId)).balance);
  }

  /** Adds credits that do not expire; returns the new balance. */
  async grant(organizationId: number, amount: number, reason: string | null): Promise<number> {
    await this.database.atomically(this.ledger.grant(organizationId, amount, `grant:${randomUUID()}`, 'grant', reason));
    return (await this.current(organizationId)).balance;
  }

  /** Sets a monthly allowance (0 ends it), full from now on and again each month on this day; returns the new balance. */
  async setAllowance(organizationId: number, monthly: number): Promise<number> {
    const now = this.clock.now();
    const left = '(allowance_monthly - allowance_used)';
    await this.database.atomically([
      {
        sql: `INSERT INTO credit_entries (organization_id, amount, kind, cause, created_at)
          SELECT id, ? - ${left}, 'allowance', ?, ? FROM organizations WHERE id = ? AND ${left} <> ?`,
        parameters: [monthly, `allowance:set:${randomUUID()}`, now, organizationId, monthly],
      },
      {
        // `balance` first: MySQL evaluates the assignments from left to right.
        sql: `UPDATE organizations SET balance = balance + ? - ${left}, allowance_monthly = ?, allowance_used = 0,
          allowance_set_at = ?, allowance_reset_at = ? WHERE id = ?`,
        parameters: [monthly, monthly, now, monthly === 0 ? null : nextReset(now, now), organizationId],
      },
    ]);
    return (await this.current(organizationId)).balance;
  }

  /** The organization's row, its allowance filled again when a month has passed. */
  private async current(organizationId: number): Promise<Row> {
    for (;;) {
      const [row] = await this.database.query<Row>(SELECT, [organizationId]);
      if (row === undefined) throw new Error(`There is no organization ${organizationId}.`);
      if (row.allowanceResetAt === null || row.allowanceResetAt > this.clock.now()) return row;
      await this.refillAllowance(organizationId, row.allowanceSetAt ?? row.allowanceResetAt, row.allowanceResetAt);
    }
  }

  /** Whoever moves the reset date on refills; all others find it moved. */
  private async refillAllowance(organizationId: number, setAt: number, dueAt: number): Promise<void> {
    const now = this.clock.now();
    await this.database.atomically([
      {
        sql: 'UPDATE organizations SET allowance_reset_at = ? WHERE id = ? AND allowance_reset_at = ?',
        parameters: [nextReset(setAt, now), organizationId, dueAt],
        ifNone: 'rollback',
      },
      {
        sql: `INSERT INTO credit_entries (organization_id, amount, kind, cause, created_at)
          SELECT id, allowance_used, 'allowance', ?, ? FROM organizations WHERE id = ? AND allowance_used > 0`,
        parameters: [`allowance:month:${dueAt}`, now, organizationId],
      },
      {
        sql: 'UPDATE organizations SET balance = balance + allowance_used, allowance_used = 0 WHERE id = ?',
        parameters: [organizationId],
      },
    ]);
  }
}
