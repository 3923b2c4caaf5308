import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { AccessChanges } from '../common/access-changes';
import { normaliseAccountAddress } from '../common/account-address';
import type { Statement } from '../database/database';
import { Account } from './account.entity';
import { Membership } from './membership.entity';
import { AccountNotFoundError, OrganizationNotFoundError } from './organizations.errors';

export { Account };

/** Finds accounts, and keeps which organization each uses by default. */
@Injectable()
export class AccountsService {
  constructor(
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    @InjectRepository(Membership) private readonly memberships: Repository<Membership>,
    private readonly changes: AccessChanges,
  ) {}

  /** By id, or by e-mail address in any case. @throws AccountNotFoundError */
  async find(account: string): Promise<Account> {
    const found = await (/^\d+$/.test(account)
      ? this.accounts.findOneBy({ id: Number(account) })
      : this.findByEmail(account));
    if (found === null) throw new AccountNotFoundError(account);
    return found;
  }

  /** @throws OrganizationNotFoundError when the account is no member of it. */
  async setDefaultOrganization(accountId: number, organizationId: number | null): Promise<void> {
    if (organizationId !== null && !(await this.memberships.existsBy({ accountId, organizationId }))) {
      throw new OrganizationNotFoundError(organizationId);
    }
    await this.accounts.update({ id: accountId }, { defaultOrganizationId: organizationId });
    await this.changes.announce();
  }

  /** Whether nobody has an account yet: the service was never used. */
  async hasNone(): Promise<boolean> {
    return !(await this.accounts.exists());
  }

  /** @throws AccountNotFoundError */
  async get(id: number): Promise<Account> {
    return this.find(String(id));
  }

  /** Null where there is no account with this address, in any case. */
  findByEmail(email: string): Promise<Account | null> {
    return this.accounts.findOneBy({ email: normaliseAccountAddress(email) });
  }

  async rename(accountId: number, name: string | null): Promise<void> {
    await this.accounts.update({ id: accountId }, { name });
  }

  /** The statement that changes a password, for `PasswordsService`. */
  settingPassword(accountId: number, passwordHash: string): Statement {
    return this.accounts.createQueryBuilder().update().set({ passwordHash }).where({ id: accountId });
  }

  /** Found once that became true. */
  passwordProof(accountId: number, passwordHash: string): Statement {
    return this.accounts.createQueryBuilder('a').select('1').where({ id: accountId, passwordHash });
  }
}
