import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database, type Proof, type Step } from '../database/database';

export type EntryKind = 'free' | 'grant' | 'allowance' | 'single' | 'hold' | 'release';

/**
 * The movements of credits, as statements for `Database.atomically`. Each changes the balance and writes the ledger row
 * that says why, so that `balance` is the sum of the ledger after any crash.
 *
 * - A movement is keyed by its cause: the second write of the same cause fails on the unique key and moves nothing.
 * - `balance` is what can be spent: credits plus what is left of the monthly allowance
 *   (`allowance_monthly - allowance_used`), which is spent first.
 * - No statement lets the balance fall below zero.
 */
@Injectable()
export class Ledger {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Adds credits that do not expire. */
  grant(organizationId: number, amount: number, cause: string, kind: EntryKind, reason: string | null = null): Step[] {
    return [
      this.entry(organizationId, amount, kind, cause, reason),
      {
        sql: 'UPDATE organizations SET balance = balance + ? WHERE id = ?',
        parameters: [amount, organizationId],
        ifNone: 'rollback',
      },
    ];
  }

  /** Takes `amount` if the balance suffices, else rolls back. The allowance is used up first. */
  spend(organizationId: number, amount: number, cause: string, kind: EntryKind): Step[] {
    return [
      {
        // The allowance first: MySQL evaluates the assignments from left to right.
        sql: `UPDATE organizations SET
            allowance_used = CASE WHEN allowance_monthly - allowance_used < ? THEN allowance_monthly ELSE allowance_used + ? END,
            balance = balance - ?
          WHERE id = ? AND balance >= ?`,
        parameters: [amount, amount, amount, organizationId, amount],
        ifNone: 'rollback',
      },
      this.entry(organizationId, -amount, kind, cause, null),
    ];
  }

  /** Sets aside what a batch can cost at most, and notes in the batch's row what of it came out of the allowance. */
  holdForBatch(organizationId: number, batchId: number, amount: number): Step[] {
    if (amount === 0) return [];
    return [
      {
        sql: `UPDATE batches SET credits_held = ?, allowance_held = (
            SELECT CASE WHEN allowance_monthly - allowance_used < ? THEN allowance_monthly - allowance_used ELSE ? END
            FROM organizations WHERE id = ?)
          WHERE id = ?`,
        parameters: [amount, amount, amount, organizationId, batchId],
      },
      ...this.spend(organizationId, amount, `batch:${batchId}:hold`, 'hold'),
    ];
  }

  /**
   * Gives back what a batch held and did not use, read from its row. It goes to the credits first and to the allowance
   * last, the reverse of spending: an unused allowance must not turn into credits that never expire.
   */
  releaseForBatch(batchId: number): Step[] {
    const unused = '(SELECT credits_held - credits_used FROM batches WHERE id = ?)';
    const organization = '(SELECT organization_id FROM batches WHERE id = ?)';
    const heldOfAllowance = '(SELECT allowance_held FROM batches WHERE id = ?)';
    const used = '(SELECT credits_used FROM batches WHERE id = ?)';
    // What the allowance gave to the hold and the batch did not use; never more than this month has used.
    const back = `(CASE WHEN ${heldOfAllowance} > ${used} THEN ${heldOfAllowance} - ${used} ELSE 0 END)`;
    return [
      {
        sql: `UPDATE organizations SET
            allowance_used = CASE WHEN allowance_used > ${back} THEN allowance_used - ${back} ELSE 0 END,
            balance = balance + ${unused}
          WHERE id = ${organization}`,
        parameters: Array.from({ length: 10 }, () => batchId),
      },
      {
        sql: `INSERT INTO credit_entries (organization_id, amount, kind, cause, created_at)
          SELECT organization_id, credits_held - credits_used, 'release', ?, ? FROM batches
          WHERE id = ? AND credits_held > credits_used`,
        parameters: [`batch:${batchId}:release`, this.clock.now(), batchId],
      },
    ];
  }

  /** Found when the movement of this cause became true. */
  proof(organizationId: number, cause: string): Proof {
    return {
      sql: 'SELECT 1 FROM credit_entries WHERE organization_id = ? AND cause = ?',
      parameters: [organizationId, cause],
    };
  }

  private entry(organizationId: number, amount: number, kind: EntryKind, cause: string, reason: string | null): Step {
    return {
      sql: 'INSERT INTO credit_entries (organization_id, amount, kind, cause, reason, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      parameters: [organizationId, amount, kind, cause, reason, this.clock.now()],
    };
  }
}
