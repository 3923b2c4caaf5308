import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AuditLog } from '../audit/audit-log';
import { person } from '../audit/actor';
import { normaliseAccountAddress } from '../common/account-address';
import { Clock } from '../common/clock';
import { hashOfSecret, makeSecret } from '../common/secrets';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import type { Attempt } from '../database/attempt';
import { Database } from '../database/database';
import { insertIf } from '../database/insert-if';
import { lockRow } from '../database/lock-row';
import { Account } from './account.entity';
import type { ActingMember, Invitation, MadeInvitation } from './invitation';
import { InvitationConditions } from './invitation-conditions';
import { StoredInvitation } from './invitation.entity';
import type { MemberRole } from './member-role';
import { Membership } from './membership.entity';
import { MembershipsService } from './memberships.service';
import {
  AlreadyMemberError,
  InvitationNotFoundError,
  LimitReachedError,
  MissingRoleError,
} from './organizations.errors';
import { Organization } from './organization.entity';
import { mayGive, requireMayGive } from './role-rules';

const LIFETIME_MS = 7 * 86_400_000;

/**
 * Invitations into organizations. No mail is sent: the inviter passes the secret on, of which a hash is stored. An
 * invitation is worth what its inviter may do: it opens nothing once he may not give its role any more.
 */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    @InjectRepository(StoredInvitation) private readonly invitations: Repository<StoredInvitation>,
    @InjectRepository(Membership) private readonly members: Repository<Membership>,
    @InjectRepository(Organization) private readonly organizations: Repository<Organization>,
    private readonly memberships: MembershipsService,
    private readonly conditions: InvitationConditions,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Replaces an earlier invitation of the same address, if the inviter may give what that one gives.
   * @throws AlreadyMemberError, MissingRoleError, LimitReachedError, what the attempt says
   */
  async invite(
    inviter: ActingMember,
    email: string,
    role: MemberRole,
    attempt: Attempt<MadeInvitation> | null = null,
  ): Promise<MadeInvitation> {
    const { organizationId, accountId } = inviter;
    const now = this.clock.now();
    const address = normaliseAccountAddress(email);
    const secret = makeSecret();
    const limit = this.config.INVITATIONS_PER_ORGANIZATION;
    const isMember = await this.members
      .createQueryBuilder('m')
      .innerJoin(Account, 'a', 'a.id = m.accountId')
      .where({ organizationId })
      .andWhere('a.email = :address', { address })
      .getExists();
    if (isMember) throw new AlreadyMemberError(address);
    const open = this.invitations.createQueryBuilder('i').where('i.organizationId = :organizationId');
    const same = open.clone().select('1').andWhere('i.email = :address');
    const row = { organizationId, email: address, role, secretHash: hashOfSecret(secret), inviterId: accountId };
    const shown = { email: address, role, createdAt: now, expiresAt: now + LIFETIME_MS };
    const outcome = await this.database.atomically(
      [
        lockRow(this.organizations, organizationId),
        this.invitations
          .createQueryBuilder()
          .delete()
          .where({ organizationId })
          .andWhere(`(expiresAt <= :now OR (email = :address AND ${this.conditions.actorMayTakeBack()}))`, {
            now,
            address,
            accountId,
          }),
        {
          statement: insertIf(
            this.invitations,
            { ...row, ...shown },
            `${this.conditions.memberMayGive(':organizationId', ':accountId', ':role')} AND NOT EXISTS (${same.getQuery()})
              AND (${open.select('COUNT(*)').getQuery()}) < :limit`,
            { organizationId, accountId, role, address, limit },
          ),
          ifNone: 'rollback',
        },
        {
          statement: ([, , id = 0]) =>
            this.audit.entry({
              organizationId,
              by: person(accountId),
              action: 'invitation',
              subject: id,
              details: { email: address, role },
            }),
        },
        ...(attempt === null ? [] : [attempt.step(([, , id = 0]) => ({ invitation: { id, ...shown }, secret }))]),
      ],
      this.invitations.createQueryBuilder('i').select('1').where({ secretHash: row.secretHash }),
    );
    if (outcome !== 'done') await attempt?.require();
    const invitation = (await this.list(organizationId)).find((one) => one.email === address);
    if (outcome === 'done' && invitation !== undefined) return { invitation, secret };
    await this.requireMayTakeBack(inviter, invitation);
    requireMayGive((await this.memberships.role(organizationId, accountId)) ?? 'member', role);
    throw new LimitReachedError(
      'email',
      `An organization may have ${limit} open invitations. Withdraw one that is not needed any more.`,
    );
  }

  list(organizationId: number): Promise<Invitation[]> {
    return this.conditions.open().andWhere({ organizationId }).orderBy('i.id').getRawMany<Invitation>();
  }

  /** @throws InvitationNotFoundError when the organization has no such invitation, MissingRoleError */
  async withdraw(actor: ActingMember, id: number): Promise<void> {
    const { accountId, organizationId } = actor;
    const deletion = this.invitations
      .createQueryBuilder()
      .delete()
      .where({ id, organizationId })
      .andWhere(this.conditions.actorMayTakeBack(), { accountId });
    const outcome = await this.database.atomically(
      [
        { statement: deletion, ifNone: 'rollback' },
        this.audit.entry({ organizationId, by: person(accountId), action: 'invitation_withdrawal', subject: id }),
      ],
      { statement: this.invitations.createQueryBuilder('i').select('1').where({ id }), shows: 'no_row' },
    );
    if (outcome === 'done') return;
    const invitation = (await this.list(actor.organizationId)).find((one) => one.id === id);
    await this.requireMayTakeBack(actor, invitation);
    throw new InvitationNotFoundError();
  }

  private async requireMayTakeBack(
    { organizationId, accountId }: ActingMember,
    invitation: Invitation | undefined,
  ): Promise<void> {
    const role = await this.memberships.role(organizationId, accountId);
    if (invitation === undefined || (role !== null && mayGive(role, invitation.role))) return;
    throw new MissingRoleError('Only an owner may withdraw or replace this invitation.');
  }
}
