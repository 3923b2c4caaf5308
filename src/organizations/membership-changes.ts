import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { person } from '../audit/actor';
import { AccessChanges } from '../common/access-changes';
import { columnOf } from '../database/columns';
import { Database, type Proof, type Statement } from '../database/database';
import { Account } from './account.entity';
import { StoredInvitation } from './invitation.entity';
import { MemberData } from './member-data';
import type { MemberRole } from './member-role';
import { Membership } from './membership.entity';
import { MembershipsService } from './memberships.service';
import { LastOwnerError, MemberNotFoundError } from './organizations.errors';
import { mayGiveSql, requireMayGive, requireMayRemove } from './role-rules';

/** Who changes what of whom. */
export interface MemberChange {
  organizationId: number;
  /** The member that is changed. */
  accountId: number;
  /** The member that changes it. */
  actorId: number;
}

/** Changes roles and ends memberships. An organization always has an owner. */
@Injectable()
export class MembershipChanges {
  constructor(
    private readonly database: Database,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(StoredInvitation) private readonly invitations: Repository<StoredInvitation>,
    private readonly members: MembershipsService,
    private readonly data: MemberData,
    private readonly changes: AccessChanges,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Who may give less than before has given less: the invitations that it may not make any more are withdrawn.
   * @throws MemberNotFoundError, LastOwnerError, MissingRoleError
   */
  async setRole({ organizationId, accountId, actorId }: MemberChange, role: MemberRole): Promise<void> {
    const of = { organizationId, accountId };
    const update = this.memberships.createQueryBuilder().update().set({ role }).where(of);
    if (role !== 'owner') update.andWhere(`(role <> 'owner' OR ${this.hasOtherOwner()})`, of);
    const outcome = await this.change(
      update.andWhere(this.actorMay(), { organizationId, actorId, given: role }),
      [
        this.invitations
          .createQueryBuilder()
          .delete()
          .where({ organizationId, inviterId: accountId })
          .andWhere(`NOT ${mayGiveSql(':role', 'role')}`, { role }),
        this.audit.entry({
          organizationId,
          by: person(actorId),
          action: 'role_change',
          subject: accountId,
          details: { role },
        }),
      ],
      this.memberships
        .createQueryBuilder('m')
        .select('1')
        .where({ ...of, role }),
    );
    if (outcome) return;
    const { actor, member } = await this.rolesNow({ organizationId, accountId, actorId });
    requireMayGive(actor, role, member);
    throw new LastOwnerError();
  }

  /**
   * With the membership go the invitations that the member made and what its limited tokens could do here.
   * @throws MemberNotFoundError, LastOwnerError, MissingRoleError
   */
  async remove({ organizationId, accountId, actorId }: MemberChange): Promise<void> {
    const isSelf = accountId === actorId;
    const of = { organizationId, accountId };
    const deletion = this.memberships
      .createQueryBuilder()
      .delete()
      .where(of)
      .andWhere(`(role <> 'owner' OR ${this.hasOtherOwner()})`, of);
    if (!isSelf) deletion.andWhere(this.actorMay(), { organizationId, actorId, given: 'member' });
    const outcome = await this.change(
      deletion,
      [
        this.accounts
          .createQueryBuilder()
          .update()
          .set({ defaultOrganizationId: null })
          .where({ id: accountId, defaultOrganizationId: organizationId }),
        this.invitations.createQueryBuilder().delete().where({ organizationId, inviterId: accountId }),
        ...this.data.deletionsOf(of),
        this.audit.entry({
          organizationId,
          by: person(actorId),
          action: isSelf ? 'leaving' : 'member_removal',
          subject: accountId,
        }),
      ],
      { statement: this.memberships.createQueryBuilder('m').select('1').where(of), shows: 'no_row' },
    );
    if (outcome) return;
    const { actor, member } = await this.rolesNow({ organizationId, accountId, actorId });
    requireMayRemove(actor, { role: member, isSelf });
    throw new LastOwnerError();
  }

  /** All or nothing. Two owners who demote each other lock each other out, and one of them runs again. */
  private async change(first: Statement, others: Statement[], proof: Proof): Promise<boolean> {
    const outcome = await this.database.atomically([{ statement: first, ifNone: 'rollback' }, ...others], proof);
    if (outcome !== 'done') return false;
    await this.changes.announce();
    return true;
  }

  // The table that a statement changes is read through a table of its own, which DISTINCT keeps apart: MySQL changes no
  // table that it reads.

  /** True while somebody else than `:accountId` owns `:organizationId`. */
  private hasOtherOwner(): string {
    const owners = this.memberships
      .createQueryBuilder('m')
      .select('m.accountId', 'account')
      .distinct()
      .where("m.organizationId = :organizationId AND m.role = 'owner'");
    return `EXISTS (SELECT 1 FROM (${owners.getQuery()}) AS owners WHERE owners.account <> :accountId)`;
  }

  /** True while the role of `:actorId`, as it is now, lets him turn the member's into `:given`. */
  private actorMay(): string {
    const actor = this.memberships
      .createQueryBuilder('m')
      .select('m.role', 'place')
      .distinct()
      .where('m.organizationId = :organizationId AND m.accountId = :actorId');
    const may = mayGiveSql('actor.place', ':given', columnOf(this.memberships, 'role'));
    return `EXISTS (SELECT 1 FROM (${actor.getQuery()}) AS actor WHERE ${may})`;
  }

  /** @throws MemberNotFoundError */
  private async rolesNow({ organizationId, accountId, actorId }: MemberChange) {
    const member = await this.members.role(organizationId, accountId);
    if (member === null) throw new MemberNotFoundError(accountId);
    return { member, actor: (await this.members.role(organizationId, actorId)) ?? 'member' };
  }
}
