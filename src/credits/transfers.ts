import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import type { Right } from '../auth/right';
import { requireAnyRight } from '../auth/require-any-right';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { Database, type Statement, type Step } from '../database/database';
import { OutcomeUnknownError } from '../database/database.errors';
import { lockRow } from '../database/lock-row';
import { Membership } from '../organizations/membership.entity';
import { Organization } from '../organizations/organization.entity';
import { MissingRoleError, OrganizationNotFoundError } from '../organizations/organizations.errors';
import { CreditEntry } from './credit-entry.entity';
import { CreditAlarms } from './credit-alarms';
import { InsufficientCreditsError } from './credits.errors';
import { CreditsService } from './credits.service';
import { Ledger } from './ledger';

export interface Transfer {
  /** To do it: of an owner of the organization that gives. */
  right: Right;
  toOrganizationId: number;
  amount: number;
  /** The caller's own name for it: the same transfer under the same name is done once. */
  key: string;
}

const NOT_KNOWN =
  'The database was lost just when the credits were moved, and it is not known whether they were. ' +
  'Ask again with the same Idempotency-Key: they are moved once.';

/** Moves credits between organizations of one owner: from one ledger into the other, both or neither. */
@Injectable()
export class Transfers {
  constructor(
    private readonly database: Database,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    @InjectRepository(CreditEntry) private readonly entries: Repository<CreditEntry>,
    private readonly credits: CreditsService,
    private readonly alarms: CreditAlarms,
    private readonly ledger: Ledger,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Moves credits that do not expire; a monthly allowance stays where it is.
   * @returns whether it was done before under this key
   * @throws FieldsInvalidError, InsufficientCreditsError, MissingRoleError, OrganizationNotFoundError, what the right says
   */
  async move(transfer: Transfer): Promise<{ isReplay: boolean }> {
    const { right, toOrganizationId, amount } = transfer;
    const from = right.organizationId;
    if (from === toOrganizationId) {
      throw new FieldsInvalidError({ to_organization_id: ['Choose another organization than the one that gives.'] });
    }
    await this.requireOwner(from, right);
    await this.requireOwner(toOrganizationId, right);
    const cause = causeOf(transfer);
    const outcome = await this.database
      .atomically(await this.steps(transfer), this.ledger.proof(from, cause.out))
      .catch((error: unknown) => {
        throw error instanceof OutcomeUnknownError ? new OutcomeUnknownError(error.cause, NOT_KNOWN) : error;
      });
    if (outcome !== 'rolled_back') return { isReplay: false };
    const done = await this.entries.findOneBy({ organizationId: from, cause: cause.out });
    if (done !== null) return this.replay(transfer, done);
    await right.require();
    await this.requireOwner(from, right);
    await this.requireOwner(toOrganizationId, right);
    const { balance, monthlyAllowance, monthlyAllowanceUsed } = await this.credits.balance(from);
    const movable = Math.max(0, balance - (monthlyAllowance - monthlyAllowanceUsed));
    if (balance < amount) throw new InsufficientCreditsError(amount, balance);
    throw new FieldsInvalidError({
      amount: [`At most ${movable} credits can be moved: what is left of a monthly allowance stays.`],
    });
  }

  private async steps(transfer: Transfer): Promise<Step[]> {
    const { right, toOrganizationId, amount } = transfer;
    const { organizationId: from, by } = right;
    const cause = causeOf(transfer);
    const names = await this.namesOf(from, toOrganizationId);
    const take = this.organizations
      .createQueryBuilder()
      .update()
      .set({ balance: () => 'balance - :amount' })
      .where('id = :from AND balance - (allowanceMonthly - allowanceUsed) >= :amount', { from, amount });
    const give = this.organizations
      .createQueryBuilder()
      .update()
      .set({ balance: () => 'balance + :amount' })
      .where('id = :toOrganizationId AND deletedAt IS NULL', { toOrganizationId, amount });
    const entered = (organizationId: number, other: string, moved: number): Statement =>
      this.audit.entry({
        organizationId,
        by,
        action: 'credits_transfer',
        subject: organizationId === from ? toOrganizationId : from,
        details: { amount: moved, organization: other },
      });
    return [
      // In one order, so that two that go opposite ways wait for each other and not for good.
      ...[from, toOrganizationId].sort((a, b) => a - b).map((id) => lockRow(this.organizations, id)),
      { statement: this.done(from, cause.out), ifSome: 'rollback' },
      ...requireAnyRight(this.entries.manager, [right]),
      ...[from, toOrganizationId].map((id): Step => ({ statement: this.owner(id, right), ifNone: 'rollback' })),
      { statement: take, ifNone: 'rollback' },
      { statement: give, ifNone: 'rollback' },
      this.ledger.entry(from, -amount, 'transfer', cause.out, { label: names.to, by }),
      this.ledger.entry(toOrganizationId, amount, 'transfer', cause.in, { label: names.from, by }),
      entered(from, names.to, -amount),
      entered(toOrganizationId, names.from, amount),
      ...(await this.alarms.steps(from, amount)),
    ];
  }

  /** @throws FieldsInvalidError when the key stands for something else */
  private async replay(
    { amount, toOrganizationId, ...rest }: Transfer,
    done: CreditEntry,
  ): Promise<{ isReplay: true }> {
    const cause = causeOf({ amount, toOrganizationId, ...rest }).in;
    const isSame =
      done.amount === -amount && (await this.entries.existsBy({ organizationId: toOrganizationId, cause }));
    if (isSame) return { isReplay: true };
    throw new FieldsInvalidError({
      idempotency_key: ['This Idempotency-Key was used for another transfer. Give each transfer a key of its own.'],
    });
  }

  /** @throws OrganizationNotFoundError, MissingRoleError */
  private async requireOwner(organizationId: number, { accountId }: Right): Promise<void> {
    const membership = await this.memberships.findOneBy({ organizationId, accountId });
    if (membership === null) throw new OrganizationNotFoundError(organizationId);
    if (membership.role !== 'owner') {
      throw new MissingRoleError('Only somebody who owns both organizations may move credits between them.');
    }
  }

  /** An update that changes nothing: the membership can't go or change until the write has ended. */
  private owner(organizationId: number, { accountId }: Right): Statement {
    return this.memberships
      .createQueryBuilder()
      .update()
      .set({ role: 'owner' })
      .where({ organizationId, accountId, role: 'owner' });
  }

  private done(organizationId: number, cause: string): Statement {
    return this.entries.createQueryBuilder('entry').select('1').where({ organizationId, cause });
  }

  private async namesOf(from: number, to: number): Promise<{ from: string; to: string }> {
    const found = await this.organizations.find({
      select: { id: true, name: true },
      where: [{ id: from }, { id: to }],
    });
    const name = (id: number): string => found.find((organization) => organization.id === id)?.name ?? '';
    return { from: name(from), to: name(to) };
  }
}

function causeOf({ right, key }: Transfer): { out: string; in: string } {
  return { out: `transfer:${key}:out`, in: `transfer:${right.organizationId}:${key}:in` };
}
