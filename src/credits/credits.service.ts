import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { In, type Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { COMMAND_LINE, type OperatorRight } from '../audit/operator-right';
import { Clock } from '../common/clock';
import type { Attempt } from '../database/attempt';
import { Database } from '../database/database';
import { DatabaseUnavailableError, OutcomeUnknownError } from '../database/database.errors';
import { Organization } from '../organizations/organization.entity';
import { Membership } from '../organizations/membership.entity';
import { MissingRoleError, OrganizationNotFoundError } from '../organizations/organizations.errors';
import { AllowancesService } from './allowances.service';
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
  /** The page warns while fewer are left; null: it does not. */
  warnBelow: number | null;
}

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
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly ledger: Ledger,
    private readonly allowances: AllowancesService,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  async balance(organizationId: number): Promise<CreditBalance> {
    const row = await this.allowances.refilled(organizationId);
    return {
      balance: row.balance,
      monthlyAllowance: row.allowanceMonthly,
      monthlyAllowanceUsed: row.allowanceUsed,
      monthlyAllowanceResetAt: row.allowanceResetAt,
      warnBelow: row.warnBelow,
    };
  }

  /** @param by who wants it, an owner or admin; @param warnBelow null: the page does not warn; @throws MissingRoleError */
  async setWarning(organizationId: number, by: number, warnBelow: number | null): Promise<void> {
    const mayManage = this.organizations.manager
      .createQueryBuilder(Membership, 'm')
      .select('1')
      .where("m.organizationId = :organizationId AND m.accountId = :by AND m.role IN ('owner', 'admin')");
    const { affected } = await this.database.run(
      this.organizations
        .createQueryBuilder()
        .update()
        .set({ warnBelow })
        .where(`id = :organizationId AND EXISTS (${mayManage.getQuery()})`, { organizationId, by }),
    );
    if (affected === 0) throw new MissingRoleError('Only an owner or an admin may do this.');
  }

  /** What each can spend now: one query, and more only for those whose allowance is to be filled again. */
  async balances(organizationIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const balances = new Map<number, number>();
    for (let start = 0; start < organizationIds.length; start += AT_A_TIME) {
      const ids = organizationIds.slice(start, start + AT_A_TIME);
      for (const { id, balance, allowanceResetAt } of await this.organizations.findBy({ id: In(ids) })) {
        const isDue = allowanceResetAt !== null && allowanceResetAt <= this.clock.now();
        balances.set(id, isDue ? (await this.allowances.refilled(id)).balance : balance);
      }
    }
    return balances;
  }

  /** @throws InsufficientCreditsError when less than `amount` can be spent now */
  async require(organizationId: number, amount: number): Promise<void> {
    if (amount === 1 && this.sufficed.has(organizationId)) return;
    const { balance } = await this.allowances.refilled(organizationId);
    if (balance < amount) throw new InsufficientCreditsError(amount, balance);
    this.sufficed.set(organizationId, true);
  }

  /** Adds credits that do not expire; returns the new balance. @throws OrganizationNotFoundError, what right and attempt say */
  async grant(
    organizationId: number,
    amount: number,
    reason: string | null,
    right: OperatorRight = COMMAND_LINE,
    attempt: Attempt<null> | null = null,
  ): Promise<number> {
    const cause = `grant:${randomUUID()}`;
    const outcome = await this.database
      .atomically(
        [
          ...right.steps,
          ...this.ledger.grant(organizationId, amount, cause, 'grant', reason),
          this.audit.entry({ organizationId, by: right.by, action: 'credits_grant', details: { amount, reason } }),
          ...(attempt === null ? [] : [attempt.step(() => null)]),
        ],
        this.ledger.proof(organizationId, cause),
      )
      .catch((error: unknown) => {
        throw error instanceof OutcomeUnknownError ? new OutcomeUnknownError(error.cause, GRANT_NOT_KNOWN) : error;
      });
    if (outcome !== 'done') {
      await right.require();
      await attempt?.require();
      throw new OrganizationNotFoundError(organizationId);
    }
    return this.balanceAfter(organizationId, 'The credits are granted');
  }

  /** Sets a monthly allowance (0 ends it), full from now on and again each month on this day; returns the new balance. */
  async setAllowance(organizationId: number, monthly: number, right: OperatorRight = COMMAND_LINE): Promise<number> {
    await this.allowances.set(organizationId, monthly, right);
    return this.balanceAfter(organizationId, 'The allowance is set');
  }

  /** Who is told that something failed does it again: what is done is said to be done, though its balance can't be read. */
  private async balanceAfter(organizationId: number, done: string): Promise<number> {
    try {
      return (await this.allowances.refilled(organizationId)).balance;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      throw new DatabaseUnavailableError(error.cause, `${done}, but the new balance can't be read just now.`);
    }
  }
}
