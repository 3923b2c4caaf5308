import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import type { OperatorRight } from '../audit/operator-right';
import { Clock } from '../common/clock';
import { Database, type Statement } from '../database/database';
import { DatabaseUnavailableError, OutcomeUnknownError } from '../database/database.errors';
import { Organization } from '../organizations/organization.entity';
import { OrganizationNotFoundError } from '../organizations/organizations.errors';
import { nextReset } from './allowance';
import { CreditEntry } from './credit-entry.entity';

/** Monthly allowances of credits: sets them, and fills them again when whoever reads a balance finds that a month has passed. */
@Injectable()
export class AllowancesService {
  constructor(
    private readonly database: Database,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    @InjectRepository(CreditEntry) private readonly entries: Repository<CreditEntry>,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** Sets a monthly allowance (0 ends it), full from now on and again each month on this day. @throws OrganizationNotFoundError, what the right says */
  async set(organizationId: number, monthly: number, right: OperatorRight): Promise<void> {
    const now = this.clock.now();
    const organization = this.organizations
      .createQueryBuilder('organization')
      .where('organization.id = :organizationId', { organizationId });
    const left = '(organization.allowanceMonthly - organization.allowanceUsed)';
    const entry = this.entryFrom(
      organization.clone().andWhere(`${left} <> :monthly`, { monthly }),
      `:monthly - ${left}`,
      `allowance:set:${randomUUID()}`,
    );
    const change = this.organizations
      .createQueryBuilder()
      .update()
      .set({
        // The balance first: MySQL evaluates the assignments from left to right.
        balance: () => 'balance + :monthly - (allowanceMonthly - allowanceUsed)',
        allowanceMonthly: monthly,
        allowanceUsed: 0,
        allowanceSetAt: now,
        allowanceResetAt: monthly === 0 ? null : nextReset(now, now),
      })
      .where('id = :organizationId', { organizationId, monthly });
    const isSet = organization
      .clone()
      .select('organization.id')
      .andWhere('organization.allowanceMonthly = :monthly AND organization.allowanceSetAt = :now', { monthly, now });
    const { by } = right;
    const audited = this.audit.entry({ organizationId, by, action: 'credits_allowance', details: { monthly } });
    const outcome = await this.database.atomically(
      [...right.steps, entry, { statement: change, ifNone: 'rollback' }, audited],
      isSet,
    );
    if (outcome !== 'done') {
      await right.require();
      throw new OrganizationNotFoundError(organizationId);
    }
  }

  /** The organization's row, its allowance filled again when a month has passed. @throws OrganizationNotFoundError */
  async refilled(organizationId: number): Promise<Organization> {
    for (;;) {
      const row = await this.organizations.findOneBy({ id: organizationId });
      if (row === null) throw new OrganizationNotFoundError(organizationId);
      if (row.allowanceResetAt === null || row.allowanceResetAt > this.clock.now()) return row;
      await this.refill(organizationId, row.allowanceSetAt ?? row.allowanceResetAt, row.allowanceResetAt);
    }
  }

  /** Whoever moves the reset date on refills; all others find it moved. */
  private async refill(organizationId: number, setAt: number, dueAt: number): Promise<void> {
    const resetAt = nextReset(setAt, this.clock.now());
    const claim = this.organizations
      .createQueryBuilder()
      .update()
      .set({ allowanceResetAt: resetAt })
      .where('id = :organizationId AND allowanceResetAt = :dueAt', { organizationId, dueAt });
    const organization = this.organizations
      .createQueryBuilder('organization')
      .where('organization.id = :organizationId', { organizationId });
    const entry = this.entryFrom(
      organization.clone().andWhere('organization.allowanceUsed > 0'),
      'organization.allowanceUsed',
      `allowance:month:${dueAt}`,
    );
    const refill = this.organizations
      .createQueryBuilder()
      .update()
      // The balance first: MySQL evaluates the assignments from left to right.
      .set({ balance: () => 'balance + allowanceUsed', allowanceUsed: 0 })
      .where('id = :organizationId', { organizationId });
    const steps = [{ statement: claim, ifNone: 'rollback' as const }, entry, refill];
    const isFilled = organization
      .clone()
      .select('organization.id')
      .andWhere('organization.allowanceResetAt = :resetAt', { resetAt });
    await this.database.atomically(steps, isFilled).catch((error: unknown) => {
      // Whoever reads a balance has changed nothing; the next one to read it finds the allowance filled, or fills it.
      throw error instanceof OutcomeUnknownError ? new DatabaseUnavailableError(error.cause) : error;
    });
  }

  /** The ledger's row of a change of an allowance, should the organization that is selected be there. */
  private entryFrom(organization: SelectQueryBuilder<Organization>, amount: string, cause: string): Statement {
    // In the order of the entity's columns.
    const select = organization
      .select('organization.id', 'organizationId')
      .addSelect(amount, 'amount')
      .addSelect(':kind', 'kind')
      .addSelect(':cause', 'cause')
      .addSelect(':createdAt', 'createdAt')
      .setParameters({ kind: 'allowance', cause, createdAt: this.clock.now() });
    return this.entries
      .createQueryBuilder()
      .insert()
      .into(CreditEntry, ['organizationId', 'amount', 'kind', 'cause', 'createdAt'])
      .valuesFromSelect(select);
  }
}
