import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Clock } from '../common/clock';
import { columnOf } from '../database/columns';
import { StoredInvitation } from './invitation.entity';
import { Membership } from './membership.entity';
import { mayGiveSql } from './role-rules';

/** When an invitation holds, and who may take it back, as conditions of statements. */
@Injectable()
export class InvitationConditions {
  constructor(
    @InjectRepository(StoredInvitation) private readonly invitations: Repository<StoredInvitation>,
    @InjectRepository(Membership) private readonly members: Repository<Membership>,
    private readonly clock: Clock,
  ) {}

  /** Those that open something, as the selection of `Invitation`. */
  open() {
    return this.invitations
      .createQueryBuilder('i')
      .select(['i.id AS id', 'i.email AS email', 'i.role AS role'])
      .addSelect(['i.createdAt AS createdAt', 'i.expiresAt AS expiresAt'])
      .where('i.expiresAt > :now', { now: this.clock.now() })
      .andWhere(this.memberMayGive('i.organizationId', 'i.inviterId', 'i.role'));
  }

  /** True, of a deletion, while who made the invitation may still give its role. */
  inviterMayGive(): string {
    return this.memberMayGive(this.column('organizationId'), this.column('inviterId'), this.column('role'));
  }

  /** True, of a deletion, where `:accountId` may give the role of the invitation, and so may take it back. */
  actorMayTakeBack(): string {
    return this.memberMayGive(this.column('organizationId'), ':accountId', this.column('role'));
  }

  /** True while the account is a member of the organization who may give the role; each is a column or a parameter. */
  memberMayGive(organization: string, account: string, role: string): string {
    const member = this.members
      .createQueryBuilder('m')
      .select('1')
      .where(`m.organizationId = ${organization} AND m.accountId = ${account}`)
      .andWhere(mayGiveSql('m.role', role));
    return `EXISTS (${member.getQuery()})`;
  }

  private column(property: 'organizationId' | 'inviterId' | 'role'): string {
    return columnOf(this.invitations, property);
  }
}
