import { Inject, Injectable } from '@nestjs/common';
import { AccessChanges } from '../common/access-changes';
import { normaliseAccountAddress } from '../common/account-address';
import { Clock } from '../common/clock';
import { hashOfSecret, makeSecret } from '../common/secrets';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database, type Proof } from '../database/database';
import { lockRow } from '../database/lock-row';
import type { MemberRole } from './member-role';
import { MembershipsService } from './memberships.service';
import {
  AlreadyMemberError,
  InvitationForAnotherError,
  InvitationNotFoundError,
  LimitReachedError,
  MissingRoleError,
} from './organizations.errors';
import { mayGive, mayGiveSql, requireMayGive } from './role-rules';

const LIFETIME_MS = 7 * 86_400_000;

export interface Invitation {
  id: number;
  email: string;
  role: MemberRole;
  /** Milliseconds since the epoch. */
  createdAt: number;
  expiresAt: number;
}

export interface OpenedInvitation extends Invitation {
  inviterId: number;
  organizationId: number;
  organizationName: string;
}

/** Who acts, and for which organization. */
export interface Actor {
  accountId: number;
  organizationId: number;
}

/** True while who made the invitation may still give its role. */
const INVITER_STILL_MAY = `EXISTS (SELECT 1 FROM memberships inviter WHERE inviter.organization_id = invitations.organization_id
  AND inviter.account_id = invitations.inviter_id AND ${mayGiveSql('inviter.role', 'invitations.role')})`;
/** True where the acting member may give the role of the invitation, and so may take it back. */
const ACTOR_MAY = `EXISTS (SELECT 1 FROM memberships actor WHERE actor.organization_id = invitations.organization_id
  AND actor.account_id = ? AND ${mayGiveSql('actor.role', 'invitations.role')})`;

/**
 * Invitations into organizations. No mail is sent: the inviter passes the secret on, of which a hash is stored. An
 * invitation is worth what its inviter may do: it opens nothing once he may not give its role any more.
 */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly memberships: MembershipsService,
    private readonly clock: Clock,
    private readonly changes: AccessChanges,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Replaces an earlier invitation of the same address, if the inviter may give what that one gives.
   * @throws AlreadyMemberError, MissingRoleError, LimitReachedError
   */
  async invite(inviter: Actor, email: string, role: MemberRole): Promise<{ invitation: Invitation; secret: string }> {
    const { organizationId, accountId } = inviter;
    const now = this.clock.now();
    const address = normaliseAccountAddress(email);
    const secret = makeSecret();
    const limit = this.config.INVITATIONS_PER_ORGANIZATION;
    const members = await this.database.query(
      'SELECT 1 FROM memberships m JOIN accounts a ON a.id = m.account_id WHERE m.organization_id = ? AND a.email = ?',
      [organizationId, address],
    );
    if (members.length > 0) throw new AlreadyMemberError(address);
    const outcome = await this.database.atomically(
      [
        lockRow('organizations', organizationId),
        {
          sql: `DELETE FROM invitations WHERE organization_id = ? AND (expires_at <= ? OR (email = ? AND ${ACTOR_MAY}))`,
          parameters: [organizationId, now, address, accountId],
        },
        {
          sql: `INSERT INTO invitations (organization_id, email, role, secret_hash, inviter_id, created_at, expires_at)
          SELECT m.organization_id, ?, ?, ?, m.account_id, ?, ? FROM memberships m
          WHERE m.organization_id = ? AND m.account_id = ? AND ${mayGiveSql('m.role', '?')}
            AND NOT EXISTS (SELECT 1 FROM invitations WHERE organization_id = ? AND email = ?)
            AND (SELECT COUNT(*) FROM invitations WHERE organization_id = ?) < ?`,
          parameters: [
            ...[address, role, hashOfSecret(secret), now, now + LIFETIME_MS],
            ...[organizationId, accountId, role, organizationId, address, organizationId, limit],
          ],
          ifNone: 'rollback',
        },
      ],
      { sql: 'SELECT 1 FROM invitations WHERE secret_hash = ?', parameters: [hashOfSecret(secret)] },
    );
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
    return this.database.query<Invitation>(
      `SELECT id, email, role, created_at AS createdAt, expires_at AS expiresAt FROM invitations
        WHERE organization_id = ? AND expires_at > ? AND ${INVITER_STILL_MAY} ORDER BY id`,
      [organizationId, this.clock.now()],
    );
  }

  /** @throws InvitationNotFoundError when the organization has no such invitation, MissingRoleError */
  async withdraw(actor: Actor, id: number): Promise<void> {
    const { affected } = await this.database.execute(
      `DELETE FROM invitations WHERE id = ? AND organization_id = ? AND ${ACTOR_MAY}`,
      [id, actor.organizationId, actor.accountId],
    );
    if (affected > 0) return;
    const invitation = (await this.list(actor.organizationId)).find((one) => one.id === id);
    await this.requireMayTakeBack(actor, invitation);
    throw new InvitationNotFoundError();
  }

  /** @throws InvitationNotFoundError when the secret is not, or no longer, one of an invitation */
  async open(secret: string): Promise<OpenedInvitation> {
    const [row] = await this.database.query<OpenedInvitation>(
      `SELECT invitations.id, invitations.email, invitations.role, invitations.inviter_id AS inviterId,
          invitations.created_at AS createdAt, invitations.expires_at AS expiresAt,
          o.id AS organizationId, o.name AS organizationName
        FROM invitations JOIN organizations o ON o.id = invitations.organization_id
        WHERE invitations.secret_hash = ? AND invitations.expires_at > ? AND ${INVITER_STILL_MAY}`,
      [hashOfSecret(secret), this.clock.now()],
    );
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
      ? { sql: 'SELECT 1 FROM invitations WHERE id = ?', parameters: [id], shows: 'no_row' }
      : {
          sql: 'SELECT 1 FROM memberships WHERE organization_id = ? AND account_id = ?',
          parameters: [organizationId, account.id],
        };
    const outcome = await this.database.atomically(
      [
        lockRow('accounts', account.id),
        {
          sql: `DELETE FROM invitations WHERE id = ? AND ${INVITER_STILL_MAY}`,
          parameters: [id],
          ifNone: 'rollback',
        },
        ...(isMember ? [] : [this.memberships.joining(account.id, invitation)]),
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

  private async requireMayTakeBack(
    { organizationId, accountId }: Actor,
    invitation: Invitation | undefined,
  ): Promise<void> {
    const role = await this.memberships.role(organizationId, accountId);
    if (invitation === undefined || (role !== null && mayGive(role, invitation.role))) return;
    throw new MissingRoleError('Only an owner may withdraw or replace this invitation.');
  }
}
