import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { person } from '../audit/actor';
import { TokenOrganization } from '../auth/token-organization.entity';
import { Token } from '../auth/token.entity';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { columnOf } from '../database/columns';
import { Database, type Step } from '../database/database';
import { IdempotencyRetention } from '../idempotency/idempotency-retention';
import { Account } from '../organizations/account.entity';
import { StoredInvitation } from '../organizations/invitation.entity';
import { Membership } from '../organizations/membership.entity';
import { Organization } from '../organizations/organization.entity';
import { LastOwnerError } from '../organizations/organizations.errors';
import { AccountLinks } from '../sessions/account-links';
import { SessionsService } from '../sessions/sessions.service';
import { TwoFactorService } from '../sessions/two-factor.service';
import { OrganizationRemoval } from './organization-removal';

export interface NamedOrganization {
  id: number;
  name: string;
}

/** What becomes of the organizations of an account that is deleted. */
export interface AccountRemovalPlan {
  /** It is their only member: they are deleted with it. */
  deleted: NamedOrganization[];
  /** It is the only owner of others: somebody else must own them first, or they be deleted. */
  inTheWay: NamedOrganization[];
  /** The others go on without it. */
  left: NamedOrganization[];
}

/** Deletes accounts with all that is theirs. What they sent stays with its organization. */
@Injectable()
export class AccountRemoval {
  private readonly logger = new Logger('Accounts');

  constructor(
    private readonly database: Database,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly sessions: SessionsService,
    private readonly links: AccountLinks,
    private readonly twoFactor: TwoFactorService,
    private readonly removal: OrganizationRemoval,
    private readonly keys: IdempotencyRetention,
    private readonly changes: AccessChanges,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async plan(accountId: number): Promise<AccountRemovalPlan> {
    const own = await this.memberships
      .createQueryBuilder('own')
      .innerJoin(Organization, 'o', 'o.id = own.organizationId')
      .select(['o.id AS id', 'o.name AS name', 'own.role AS role'])
      .addSelect(`CASE WHEN EXISTS (${this.others().getQuery()}) THEN 1 ELSE 0 END`, 'hasOthers')
      .addSelect(`CASE WHEN EXISTS (${this.otherOwners().getQuery()}) THEN 1 ELSE 0 END`, 'hasOtherOwner')
      .where('own.accountId = :accountId', { accountId })
      .orderBy('o.id')
      .getRawMany<NamedOrganization & { role: string; hasOthers: number | string; hasOtherOwner: number | string }>();
    const plan: AccountRemovalPlan = { deleted: [], inTheWay: [], left: [] };
    for (const { id, name, role, hasOthers, hasOtherOwner } of own) {
      const isOnlyOwner = role === 'owner' && Number(hasOtherOwner) === 0;
      const where = Number(hasOthers) === 0 ? plan.deleted : isOnlyOwner ? plan.inTheWay : plan.left;
      where.push({ id, name });
    }
    return plan;
  }

  /** @throws LastOwnerError when an organization is in the way */
  async remove(accountId: number): Promise<void> {
    const plan = await this.plan(accountId);
    if (plan.inTheWay.length > 0) throw new LastOwnerError();
    const by = person(accountId);
    const steps: Step[] = [
      // What was planned must be so still: nobody joined, or left these organizations without an owner.
      ...plan.deleted.map(({ id }) => ({ statement: this.marking(id, accountId), ifNone: 'rollback' as const })),
      this.memberships
        .createQueryBuilder()
        .delete()
        .where({ accountId })
        .andWhere(...this.mayGo(accountId, plan)),
      { statement: this.memberships.createQueryBuilder('own').select('1').where({ accountId }), ifSome: 'rollback' },
      ...plan.deleted.flatMap(({ id }) =>
        [StoredInvitation, TokenOrganization].map((entity) =>
          this.builder().delete().from(entity).where({ organizationId: id }),
        ),
      ),
      this.builder().delete().from(StoredInvitation).where({ inviterId: accountId }),
      this.builder()
        .delete()
        .from(TokenOrganization)
        .where(`tokenId IN (${this.tokensOf().getQuery()})`, { accountId }),
      this.builder().delete().from(Token).where({ accountId }),
      this.sessions.ending(accountId),
      this.links.ending(accountId),
      ...this.twoFactor.deleting(accountId),
      this.keys.deletingAccount(accountId),
      { statement: this.builder().delete().from(Account).where({ id: accountId }), ifNone: 'rollback' },
      ...plan.left.map(({ id: organizationId }) =>
        this.audit.entry({ organizationId, by, action: 'leaving', subject: accountId }),
      ),
      this.audit.entry({ organizationId: null, by, action: 'account_deletion', subject: accountId }),
    ];
    const outcome = await this.database.atomically(steps, {
      statement: this.accounts.createQueryBuilder('a').select('1').where({ id: accountId }),
      shows: 'no_row',
    });
    if (outcome !== 'done') throw new LastOwnerError();
    await this.changes.announce();
    for (const { id } of plan.deleted) {
      // Marked as deleted, it is found and finished, should this break off.
      await this.removal.removeData(id).catch((error: unknown) => {
        this.logger.warn(`The data of deleted organization ${id} stays for now: ${String(error)}`);
      });
    }
  }

  /** Marks an organization as deleted, while the account is its only member. */
  private marking(id: number, accountId: number) {
    const others = this.memberships
      .createQueryBuilder('other')
      .select('1')
      .where('other.organizationId = :id AND other.accountId <> :accountId');
    return this.organizations
      .createQueryBuilder()
      .update()
      .set({ deletedAt: this.clock.now() })
      .where(`id = :id AND NOT EXISTS (${others.getQuery()})`, { id, accountId });
  }

  /**
   * True, of a deletion, of a membership without which its organization has an owner still, or is deleted. Read through a
   * table of its own, which DISTINCT keeps apart, since MySQL changes no table that it reads; it locks what it reads, so that
   * of two owners who go at once one stays.
   */
  private mayGo(
    accountId: number,
    { deleted, left }: AccountRemovalPlan,
  ): [condition: string, values: Record<string, unknown>] {
    const gone = deleted.map(({ id }) => id);
    const going = left.map(({ id }) => id);
    const owners = this.memberships
      .createQueryBuilder('m')
      .select('m.organizationId', 'place')
      .addSelect('m.accountId', 'holder')
      .distinct()
      .where("m.role = 'owner' AND m.organizationId IN (:...going)");
    const organization = columnOf(this.memberships, 'organizationId');
    const hasOther = `EXISTS (SELECT 1 FROM (${owners.getQuery()}) AS owners
      WHERE owners.place = ${organization} AND owners.holder <> :self)`;
    // No list may be empty.
    return [
      `(organizationId IN (:...gone) OR (organizationId IN (:...going) AND (role <> 'owner' OR ${hasOther})))`,
      { gone: gone.length === 0 ? [0] : gone, going: going.length === 0 ? [0] : going, self: accountId },
    ];
  }

  private others() {
    return this.memberships
      .createQueryBuilder('other')
      .select('1')
      .where('other.organizationId = own.organizationId AND other.accountId <> own.accountId');
  }

  private otherOwners() {
    return this.memberships
      .createQueryBuilder('owner')
      .select('1')
      .where('owner.organizationId = own.organizationId AND owner.accountId <> own.accountId')
      .andWhere("owner.role = 'owner'");
  }

  private tokensOf() {
    return this.accounts.manager
      .createQueryBuilder(Token, 'token')
      .select('token.id')
      .where('token.accountId = :accountId');
  }

  private builder() {
    return this.accounts.manager.createQueryBuilder();
  }
}
