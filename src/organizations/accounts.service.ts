import { Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import { AccessChanges } from '../common/access-changes';
import { Account } from './account.entity';
import { Membership } from './membership.entity';
import { AccountNotFoundError, OrganizationNotFoundError } from './organizations.errors';

export type { Account };

/** Finds accounts, and keeps which organization each uses by default. */
@Injectable()
export class AccountsService {
  private readonly accounts: Repository<Account>;
  private readonly memberships: Repository<Membership>;

  constructor(
    dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {
    this.accounts = dataSource.getRepository(Account);
    this.memberships = dataSource.getRepository(Membership);
  }

  /** By id, or by e-mail address in any case. @throws AccountNotFoundError */
  async find(account: string): Promise<Account> {
    const where = /^\d+$/.test(account) ? { id: Number(account) } : { email: account.trim().toLowerCase() };
    const found = await this.accounts.findOneBy(where);
    if (found === null) throw new AccountNotFoundError(account);
    return found;
  }

  /** @throws OrganizationNotFoundError when the account is no member of it. */
  async setDefaultOrganization(accountId: number, organizationId: number | null): Promise<void> {
    if (organizationId !== null && !(await this.memberships.existsBy({ accountId, organizationId }))) {
      throw new OrganizationNotFoundError(organizationId);
    }
    await this.accounts.update(accountId, { defaultOrganizationId: organizationId });
    await this.changes.announce();
  }

  /** @throws AccountNotFoundError */
  async get(id: number): Promise<Account> {
    return this.find(String(id));
  }

  /** Null where there is no account with this address, in any case. */
  findByEmail(email: string): Promise<Account | null> {
    return this.accounts.findOneBy({ email: email.trim().toLowerCase() });
  }

  async rename(accountId: number, name: string | null): Promise<void> {
    await this.accounts.update(accountId, { name });
  }

  async setPasswordHash(accountId: number, passwordHash: string): Promise<void> {
    await this.accounts.update(accountId, { passwordHash });
  }
}
