import { Injectable } from '@nestjs/common';
import { AccessChanges } from '../common/access-changes';
import { Database, type Step } from '../database/database';
import type { MemberRole } from './member-role';
import { LastOwnerError, MemberNotFoundError } from './organizations.errors';

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
}

/** True while somebody else owns the organization. The inner table is one of its own: MySQL updates none that it reads. */
const HAS_OTHER_OWNER = `EXISTS (SELECT 1 FROM (
  SELECT account_id FROM memberships WHERE organization_id = ? AND role = 'owner') AS owners WHERE owners.account_id <> ?)`;

/** Who belongs to which organization, in which role. An organization always has an owner. */
@Injectable()
export class MembershipsService {
  constructor(
    private readonly database: Database,
    private readonly changes: AccessChanges,
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
      `SELECT a.id AS accountId, a.email, a.name, m.role, m.created_at AS joinedAt
        FROM memberships m JOIN accounts a ON a.id = m.account_id
        WHERE m.organization_id = ? ORDER BY m.created_at, a.id`,
      [organizationId],
    );
  }

  /** @throws MemberNotFoundError, LastOwnerError */
  async setRole(organizationId: number, accountId: number, role: MemberRole): Promise<void> {
    if (role === 'owner') {
      await this.change(organizationId, accountId, {
        sql: "UPDATE memberships SET role = 'owner' WHERE organization_id = ? AND account_id = ?",
        parameters: [organizationId, accountId],
      });
      return;
    }
    await this.change(organizationId, accountId, {
      sql: `UPDATE memberships SET role = ?
        WHERE organization_id = ? AND account_id = ? AND (role <> 'owner' OR ${HAS_OTHER_OWNER})`,
      parameters: [role, organizationId, accountId, organizationId, accountId],
    });
  }

  /** @throws MemberNotFoundError, LastOwnerError */
  async remove(organizationId: number, accountId: number): Promise<void> {
    await this.change(
      organizationId,
      accountId,
      {
        sql: `DELETE FROM memberships
          WHERE organization_id = ? AND account_id = ? AND (role <> 'owner' OR ${HAS_OTHER_OWNER})`,
        parameters: [organizationId, accountId, organizationId, accountId],
      },
      {
        sql: 'UPDATE accounts SET default_organization_id = NULL WHERE id = ? AND default_organization_id = ?',
        parameters: [accountId, organizationId],
      },
    );
  }

  /** As a list of steps even where it is one: two owners who demote each other deadlock, and one of them runs again. */
  private async change(organizationId: number, accountId: number, first: Step, ...others: Step[]): Promise<void> {
    const outcome = await this.database.atomically([{ ...first, ifNone: 'rollback' }, ...others]);
    if (outcome !== 'done') {
      const isMember = (await this.role(organizationId, accountId)) !== null;
      throw isMember ? new LastOwnerError() : new MemberNotFoundError(accountId);
    }
    await this.changes.announce();
  }
}
