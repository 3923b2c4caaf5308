import { Inject, Injectable } from '@nestjs/common';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database, type Proof, type Step } from '../database/database';
import type { MemberRole } from './member-role';
import { LastOwnerError, LimitReachedError, MemberNotFoundError } from './organizations.errors';
import { mayGiveSql, requireMayGive, requireMayRemove } from './role-rules';

export interface OwnOrganization {
  id: number;
  name: string;
  role: MemberRole;
}

export interface Member {
  accountId: number;
  email: string;
  name: string | null;
  role: MemberRole;
  /** Milliseconds since the epoch. */
  joinedAt: number;
  /** The address of who invited it; null: it made the organization, or joined before this was noted. */
  invitedBy: string | null;
}

/** Who changes what of whom. */
export interface MemberChange {
  organizationId: number;
  /** The member that is changed. */
  accountId: number;
  /** The member that changes it. */
  actorId: number;
}

// Tables that a statement changes are read through tables of their own, which DISTINCT keeps apart: MySQL changes no
// table that it reads.
/** True while somebody else owns the organization. */
const HAS_OTHER_OWNER = `EXISTS (SELECT 1 FROM (
  SELECT DISTINCT account_id FROM memberships WHERE organization_id = ? AND role = 'owner') AS owners
  WHERE owners.account_id <> ?)`;
/** True while the actor's role, as it is now, lets him turn the member's into the given one. */
const ACTOR_MAY = `EXISTS (SELECT 1 FROM (
  SELECT DISTINCT role FROM memberships WHERE organization_id = ? AND account_id = ?) AS actor
  WHERE ${mayGiveSql('actor.role', '?', 'memberships.role')})`;

/** Who belongs to which organization, in which role. An organization always has an owner. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly database: Database,
    private readonly changes: AccessChanges,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Null: the account does not belong to it, or there is none. */
  async role(organizationId: number, accountId: number): Promise<MemberRole | null> {
    const [row] = await this.database.query<{ role: MemberRole }>(
      'SELECT role FROM memberships WHERE organization_id = ? AND account_id = ?',
      [organizationId, accountId],
    );
    return row?.role ?? null;
  }

  organizationsOf(accountId: number): Promise<OwnOrganization[]> {
    return this.database.query<OwnOrganization>(
      `SELECT o.id, o.name, m.role FROM memberships m JOIN organizations o ON o.id = m.organization_id
        WHERE m.account_id = ? ORDER BY o.id`,
      [accountId],
    );
  }

  members(organizationId: number): Promise<Member[]> {
    return this.database.query<Member>(
      `SELECT a.id AS accountId, a.email, a.name, m.role, m.created_at AS joinedAt, inviter.email AS invitedBy
        FROM memberships m JOIN accounts a ON a.id = m.account_id LEFT JOIN accounts inviter ON inviter.id = m.inviter_id
        WHERE m.organization_id = ? ORDER BY m.created_at, a.id`,
      [organizationId],
    );
  }

  /** The step that makes the account a member, unless it is one or belongs to as many organizations as it may. */
  joining(
    accountId: number,
    { organizationId, role, inviterId }: { organizationId: number; role: MemberRole; inviterId: number },
  ): Step {
    return {
      sql: `INSERT INTO memberships (account_id, organization_id, role, inviter_id, created_at)
        SELECT ?, ?, ?, ?, ? FROM (SELECT 1 AS one) AS always
        WHERE NOT EXISTS (SELECT 1 FROM memberships WHERE account_id = ? AND organization_id = ?)
          AND (SELECT COUNT(*) FROM memberships WHERE account_id = ?) < ?`,
      parameters: [
        ...[accountId, organizationId, role, inviterId, this.clock.now()],
        ...[accountId, organizationId, accountId, this.config.ORGANIZATIONS_PER_ACCOUNT],
      ],
      ifNone: 'rollback',
    };
  }

  /** @param field what the error is told about; @throws LimitReachedError when the account belongs to as many as it may */
  async requireRoom(accountId: number, field: string): Promise<void> {
    const limit = this.config.ORGANIZATIONS_PER_ACCOUNT;
    if ((await this.organizationsOf(accountId)).length < limit) return;
    throw new LimitReachedError(field, `An account may belong to ${limit} organizations. Leave or delete one first.`);
  }

  /**
   * Who may give less than before has given less: the invitations that it may not make any more are withdrawn.
   * @throws MemberNotFoundError, LastOwnerError, MissingRoleError
   */
  async setRole({ organizationId, accountId, actorId }: MemberChange, role: MemberRole): Promise<void> {
    const isKept = role === 'owner' ? '' : `AND (role <> 'owner' OR ${HAS_OTHER_OWNER})`;
    const outcome = await this.change(
      [
        {
          sql: `UPDATE memberships SET role = ? WHERE organization_id = ? AND account_id = ? ${isKept} AND ${ACTOR_MAY}`,
          parameters: [
            ...[role, organizationId, accountId],
            ...(role === 'owner' ? [] : [organizationId, accountId]),
            ...[organizationId, actorId, role],
          ],
        },
        {
          sql: `DELETE FROM invitations WHERE organization_id = ? AND inviter_id = ? AND NOT ${mayGiveSql('?', 'invitations.role')}`,
          parameters: [organizationId, accountId, role, role],
        },
      ],
      {
        sql: 'SELECT 1 FROM memberships WHERE organization_id = ? AND account_id = ? AND role = ?',
        parameters: [organizationId, accountId, role],
      },
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
    const outcome = await this.change(
      [
        {
          sql: `DELETE FROM memberships WHERE organization_id = ? AND account_id = ?
          AND (role <> 'owner' OR ${HAS_OTHER_OWNER}) ${isSelf ? '' : `AND ${ACTOR_MAY}`}`,
          parameters: [
            ...[organizationId, accountId, organizationId, accountId],
            ...(isSelf ? [] : [organizationId, actorId, 'member']),
          ],
        },
        {
          sql: 'UPDATE accounts SET default_organization_id = NULL WHERE id = ? AND default_organization_id = ?',
          parameters: [accountId, organizationId],
        },
        {
          sql: 'DELETE FROM invitations WHERE organization_id = ? AND inviter_id = ?',
          parameters: [organizationId, accountId],
        },
        {
          sql: `DELETE FROM token_organizations
          WHERE organization_id = ? AND token_id IN (SELECT id FROM tokens WHERE account_id = ?)`,
          parameters: [organizationId, accountId],
        },
      ],
      {
        sql: 'SELECT 1 FROM memberships WHERE organization_id = ? AND account_id = ?',
        parameters: [organizationId, accountId],
        shows: 'no_row',
      },
    );
    if (outcome) return;
    const { actor, member } = await this.rolesNow({ organizationId, accountId, actorId });
    requireMayRemove(actor, { role: member, isSelf });
    throw new LastOwnerError();
  }

  /** All or nothing. Two owners who demote each other lock each other out, and one of them runs again. */
  private async change([first, ...others]: [Step, ...Step[]], proof: Proof): Promise<boolean> {
    const outcome = await this.database.atomically([{ ...first, ifNone: 'rollback' }, ...others], proof);
    if (outcome !== 'done') return false;
    await this.changes.announce();
    return true;
  }

  /** @throws MemberNotFoundError */
  private async rolesNow({ organizationId, accountId, actorId }: MemberChange) {
    const member = await this.role(organizationId, accountId);
    if (member === null) throw new MemberNotFoundError(accountId);
    return { member, actor: (await this.role(organizationId, actorId)) ?? 'member' };
  }
}
