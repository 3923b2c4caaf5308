import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Clock } from '../common/clock';
import { Database, type Proof, type Step } from '../database/database';
import { DatabaseUnavailableError, OutcomeUnknownError } from '../database/database.errors';
import { OrganizationNotFoundError } from '../organizations/organizations.errors';
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

/** Organizations that one statement asks about. */
const AT_A_TIME = 500;

/** For how long a balance that sufficed is trusted without asking the database again. The charge itself always asks. */
const TRUST_MS = 1000;

const GRANT_NOT_KNOWN =
  'The database was lost just when the credits were granted, and it is not known whether they were. ' +
  'Look at the balance before you grant them again.';

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

  /** What each can spend now: one query, and more only for those whose allowance is to be filled again. */
  async balances(organizationIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const balances = new Map<number, number>();
    for (let start = 0; start < organizationIds.length; start += AT_A_TIME) {
      const ids = organizationIds.slice(start, start + AT_A_TIME);
      const rows = await this.database.query<{ id: number; balance: number; resetAt: number | null }>(
        `SELECT id, balance, allowance_reset_at AS resetAt FROM organizations WHERE id IN (${ids.map(() => '?').join(', ')})`,
        ids,
      );
      for (const { id, balance, resetAt } of rows) {
        const isDue = resetAt !== null && resetAt <= this.clock.now();
        balances.set(id, isDue ? (await this.current(id)).balance : balance);
      }
    }
    return balances;
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
    const cause = `single:${randomUUID()}`;
    const outcome = await this.database.atomically(
      this.ledger.spend(organizationId, 1, cause, 'single'),
      this.ledger.proof(organizationId, cause),
    );
    if (outcome === 'done') return;
    this.sufficed.delete(organizationId);
    throw new InsufficientCreditsError(1, (await this.current(organizationId)).balance);
  }

  /** Adds credits that do not expire; returns the new balance. @throws OrganizationNotFoundError */
  async grant(organizationId: number, amount: number, reason: string | null): Promise<number> {
    const cause = `grant:${randomUUID()}`;
    const outcome = await this.database
      .atomically(
        this.ledger.grant(organizationId, amount, cause, 'grant', reason),
        this.ledger.proof(organizationId, cause),
      )
      .catch((error: unknown) => {
        throw error instanceof OutcomeUnknownError ? new OutcomeUnknownError(error.cause, GRANT_NOT_KNOWN) : error;
      });
    if (outcome !== 'done') throw new OrganizationNotFoundError(organizationId);
    return this.balanceAfter(organizationId, 'The credits are granted');
  }

  /** Sets a monthly allowance (0 ends it), full from now on and again each month on this day; returns the new balance. */
  async setAllowance(organizationId: number, monthly: number): Promise<number> {
    const now = this.clock.now();
    const left = '(allowance_monthly - allowance_used)';
    const steps: Step[] = [
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
        ifNone: 'rollback',
      },
    ];
    const outcome = await this.database.atomically(steps, {
      sql: 'SELECT 1 FROM organizations WHERE id = ? AND allowance_monthly = ? AND allowance_set_at = ?',
      parameters: [organizationId, monthly, now],
    });
    if (outcome !== 'done') throw new OrganizationNotFoundError(organizationId);
    return this.balanceAfter(organizationId, 'The allowance is set');
  }

  /** Who is told that something failed does it again: what is done is said to be done, though its balance can't be read. */
  private async balanceAfter(organizationId: number, done: string): Promise<number> {
    try {
      return (await this.current(organizationId)).balance;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      throw new DatabaseUnavailableError(error.cause, `${done}, but the new balance can't be read just now.`);
    }
  }

  /** The organization's row, its allowance filled again when a month has passed. @throws OrganizationNotFoundError */
  private async current(organizationId: number): Promise<Row> {
    for (;;) {
      const [row] = await this.database.query<Row>(SELECT, [organizationId]);
      if (row === undefined) throw new OrganizationNotFoundError(organizationId);
      if (row.allowanceResetAt === null || row.allowanceResetAt > this.clock.now()) return row;
      await this.refillAllowance(organizationId, row.allowanceSetAt ?? row.allowanceResetAt, row.allowanceResetAt);
    }
  }

  /** Whoever moves the reset date on refills; all others find it moved. */
  private async refillAllowance(organizationId: number, setAt: number, dueAt: number): Promise<void> {
    const now = this.clock.now();
    const resetAt = nextReset(setAt, now);
    const steps: Step[] = [
      {
        sql: 'UPDATE organizations SET allowance_reset_at = ? WHERE id = ? AND allowance_reset_at = ?',
        parameters: [resetAt, organizationId, dueAt],
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
    ];
    const isFilled: Proof = {
      sql: 'SELECT 1 FROM organizations WHERE id = ? AND allowance_reset_at = ?',
      parameters: [organizationId, resetAt],
    };
    await this.database.atomically(steps, isFilled).catch((error: unknown) => {
      // Whoever reads a balance has changed nothing; the next one to read it finds the allowance filled, or fills it.
      throw error instanceof OutcomeUnknownError ? new DatabaseUnavailableError(error.cause) : error;
    });
  }
}
