import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { person } from '../audit/actor';
import { AccessChanges } from '../common/access-changes';
import { hashOfSecret } from '../common/secrets';
import { Database, type Proof } from '../database/database';
import { lockRow } from '../database/lock-row';
import { Account } from './account.entity';
import type { OpenedInvitation } from './invitation';
import { InvitationConditions } from './invitation-conditions';
import { StoredInvitation } from './invitation.entity';
import { Membership } from './membership.entity';
import { MembershipsService } from './memberships.service';
import { InvitationForAnotherError, InvitationNotFoundError } from './organizations.errors';
import { Organization } from './organization.entity';

/** What those who are invited do with the link that they were given. */
@Injectable()
export class InvitationLinksService {
  constructor(
    private readonly database: Database,
    @InjectRepository(StoredInvitation) private readonly invitations: Repository<StoredInvitation>,
    @InjectRepository(Membership) private readonly members: Repository<Membership>,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly memberships: MembershipsService,
    private readonly conditions: InvitationConditions,
    private readonly changes: AccessChanges,
    private readonly audit: AuditLog,
  ) {}

  /** @throws InvitationNotFoundError when the secret is not, or no longer, one of an invitation */
  async open(secret: string): Promise<OpenedInvitation> {
    const row = await this.conditions
      .open()
      .innerJoin(Organization, 'o', 'o.id = i.organizationId')
      .addSelect(['i.inviterId AS inviterId', 'o.id AS organizationId', 'o.name AS organizationName'])
      .andWhere({ secretHash: hashOfSecret(secret) })
      .getRawOne<OpenedInvitation>();
    if (row === undefined) throw new InvitationNotFoundError();
    return row;
  }

  /**
   * Makes the account a member, once. Its address must be the invited one.
   * @returns the invitation that is used up now
   * @throws InvitationNotFoundError, InvitationForAnotherError, LimitReachedError
   */
  async accept(secret: string, account: { id: number; email: string }): Promise<OpenedInvitation> {
    const invitation = await this.open(secret);
    const { id, email, organizationId } = invitation;
    if (email !== account.email) throw new InvitationForAnotherError();
    const isMember = (await this.memberships.role(organizationId, account.id)) !== null;
    const proof: Proof = isMember
      ? { statement: this.invitations.createQueryBuilder('i').select('1').where({ id }), shows: 'no_row' }
      : this.members.createQueryBuilder('m').select('1').where({ organizationId, accountId: account.id });
    const outcome = await this.database.atomically(
      [
        lockRow(this.accounts, account.id),
        {
          statement: this.invitations
            .createQueryBuilder()
            .delete()
            .where({ id })
            .andWhere(this.conditions.inviterMayGive()),
          ifNone: 'rollback',
        },
        ...(isMember ? [] : [this.memberships.joining(account.id, invitation)]),
        this.audit.entry({
          organizationId,
          by: person(account.id),
          action: 'invitation_acceptance',
          subject: id,
          details: { role: invitation.role },
        }),
      ],
      proof,
    );
    if (outcome !== 'done') {
      await this.memberships.requireRoom(account.id, 'organization');
      throw new InvitationNotFoundError();
    }
    await this.changes.announce();
    return invitation;
  }
}
