import { Injectable } from '@nestjs/common';
import { AccessChanges } from '../common/access-changes';
import { Clock } from '../common/clock';
import { hashOfSecret, makeSecret } from '../common/secrets';
import { Database } from '../database/database';
import type { MemberRole } from './member-role';
import { AlreadyMemberError, InvitationForAnotherError, InvitationNotFoundError } from './organizations.errors';

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
  organizationId: number;
  organizationName: string;
}

/** Invitations into organizations. No mail is sent: the inviter passes the secret on, of which a hash is stored. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly changes: AccessChanges,
  ) {}

  /** Replaces an earlier invitation of the same address. @throws AlreadyMemberError */
  async invite(
    organizationId: number,
    email: string,
    role: MemberRole,
  ): Promise<{ invitation: Invitation; secret: string }> {
    const now = this.clock.now();
    const address = email.trim().toLowerCase();
    const secret = makeSecret();
    const members = await this.database.query(
      'SELECT 1 FROM memberships m JOIN accounts a ON a.id = m.account_id WHERE m.organization_id = ? AND a.email = ?',
      [organizationId, address],
    );
    if (members.length > 0) throw new AlreadyMemberError(address);
    await this.database.atomically([
      {
        sql: 'DELETE FROM invitations WHERE organization_id = ? AND (email = ? OR expires_at <= ?)',
        parameters: [organizationId, address, now],
      },
      {
        sql: `INSERT INTO invitations (organization_id, email, role, secret_hash, created_at, expires_at)
          VALUES (?, ?, ?, ?, ?, ?)`,
        parameters: [organizationId, address, role, hashOfSecret(secret), now, now + LIFETIME_MS],
      },
    ]);
    const invitation = (await this.list(organizationId)).find((one) => one.email === address);
    if (invitation === undefined) throw new InvitationNotFoundError();
    return { invitation, secret };
  }

  list(organizationId: number): Promise<Invitation[]> {
    return this.database.query<Invitation>(
      `SELECT id, email, role, created_at AS createdAt, expires_at AS expiresAt FROM invitations
        WHERE organization_id = ? AND expires_at > ? ORDER BY id`,
      [organizationId, this.clock.now()],
    );
  }

  /** @throws InvitationNotFoundError when the organization has no such invitation */
  async withdraw(organizationId: number, id: number): Promise<void> {
    const { affected } = await this.database.execute('DELETE FROM invitations WHERE id = ? AND organization_id = ?', [
      id,
      organizationId,
    ]);
    if (affected === 0) throw new InvitationNotFoundError();
  }

  /** @throws InvitationNotFoundError when the secret is not, or no longer, one of an invitation */
  async open(secret: string): Promise<OpenedInvitation> {
    const [row] = await this.database.query<OpenedInvitation>(
      `SELECT i.id, i.email, i.role, i.created_at AS createdAt, i.expires_at AS expiresAt,
          o.id AS organizationId, o.name AS organizationName
        FROM invitations i JOIN organizations o ON o.id = i.organization_id
        WHERE i.secret_hash = ? AND i.expires_at > ?`,
      [hashOfSecret(secret), this.clock.now()],
    );
    if (row === undefined) throw new InvitationNotFoundError();
    return row;
  }

  /**
   * Makes the account a member, once. Its address must be the invited one: a link that was passed on by mistake opens
   * nothing.
   * @returns the organization's id
   * @throws InvitationNotFoundError, InvitationForAnotherError
   */
  async accept(secret: string, account: { id: number; email: string }): Promise<number> {
    const { id, email, role, organizationId } = await this.open(secret);
    if (email !== account.email) throw new InvitationForAnotherError();
    const outcome = await this.database.atomically([
      { sql: 'DELETE FROM invitations WHERE id = ?', parameters: [id], ifNone: 'rollback' },
      {
        sql: `${this.database.insertIgnore} INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, ?, ?)`,
        parameters: [account.id, organizationId, role, this.clock.now()],
      },
    ]);
    if (outcome !== 'done') throw new InvitationNotFoundError();
    await this.changes.announce();
    return organizationId;
  }
}
