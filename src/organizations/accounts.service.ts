import { Injectable } from '@nestjs/common';
import { AccessChanges } from '../common/access-changes';
import { normaliseAccountAddress } from '../common/account-address';
import { Database } from '../database/database';
import type { Account } from './account.entity';
import { AccountNotFoundError, OrganizationNotFoundError } from './organizations.errors';

export type { Account };

const SELECT = `SELECT id, email, name, default_organization_id AS defaultOrganizationId, password_hash AS passwordHash,
    created_at AS createdAt
  FROM accounts`;

/** Finds accounts, and keeps which organization each uses by default. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly changes: AccessChanges,
  ) {}

  /** By id, or by e-mail address in any case. @throws AccountNotFoundError */
  async find(account: string): Promise<Account> {
    const found = await (/^\d+$/.test(account) ? this.one('id', Number(account)) : this.findByEmail(account));
    if (found === null) throw new AccountNotFoundError(account);
    return found;
  }

  /** @throws OrganizationNotFoundError when the account is no member of it. */
  async setDefaultOrganization(accountId: number, organizationId: number | null): Promise<void> {
    if (organizationId !== null && !(await this.isMember(accountId, organizationId))) {
      throw new OrganizationNotFoundError(organizationId);
    }
    await this.set(accountId, 'default_organization_id', organizationId);
    await this.changes.announce();
  }

  /** @throws AccountNotFoundError */
  async get(id: number): Promise<Account> {
    return this.find(String(id));
  }

  /** Null where there is no account with this address, in any case. */
  findByEmail(email: string): Promise<Account | null> {
    return this.one('email', normaliseAccountAddress(email));
  }

  async rename(accountId: number, name: string | null): Promise<void> {
    await this.set(accountId, 'name', name);
  }

  async setPasswordHash(accountId: number, passwordHash: string): Promise<void> {
    await this.set(accountId, 'password_hash', passwordHash);
  }

  private async one(column: 'id' | 'email', value: number | string): Promise<Account | null> {
    const [account] = await this.database.query<Account>(`${SELECT} WHERE ${column} = ?`, [value]);
    return account ?? null;
  }

  private async isMember(accountId: number, organizationId: number): Promise<boolean> {
    const rows = await this.database.query(
      'SELECT account_id FROM memberships WHERE account_id = ? AND organization_id = ?',
      [accountId, organizationId],
    );
    return rows.length > 0;
  }

  private async set(
    accountId: number,
    column: 'name' | 'password_hash' | 'default_organization_id',
    value: string | number | null,
  ): Promise<void> {
    await this.database.execute(`UPDATE accounts SET ${column} = ? WHERE id = ?`, [value, accountId]);
  }
}
