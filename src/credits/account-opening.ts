import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database, type Step } from '../database/database';
import { AccountExistsError } from '../organizations/organizations.errors';

/** Opens accounts and organizations; stands here because an account's first organization starts with free credits. */
@Injectable()
export class AccountOpening {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * An account with its first organization, which is its default one.
   * @param passwordHash null: nobody can sign in yet
   * @throws AccountExistsError
   */
  async openAccount(
    email: string,
    name: string | null,
    passwordHash: string | null = null,
  ): Promise<{ accountId: number; organizationId: number; balance: number }> {
    const now = this.clock.now();
    const credits = this.config.FREE_CREDITS;
    const address = email.trim().toLowerCase();
    const ids: number[] = [];
    const steps: Step[] = [
      {
        sql: `${this.database.insertIgnore} INTO accounts (email, name, password_hash, created_at) VALUES (?, ?, ?, ?)`,
        parameters: [address, name, passwordHash, now],
        ifNone: 'rollback',
      },
      {
        sql: 'INSERT INTO organizations (name, balance, created_at) VALUES (?, ?, ?)',
        parameters: [name ?? address, credits, now],
      },
      {
        sql: "INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, 'owner', ?)",
        parameters: ([accountId, organizationId]) => {
          ids.splice(0, 2, accountId ?? 0, organizationId ?? 0);
          return [accountId, organizationId, now];
        },
      },
      {
        sql: 'UPDATE accounts SET default_organization_id = ? WHERE id = ?',
        parameters: ([accountId, organizationId]) => [organizationId, accountId],
      },
      {
        sql: `INSERT INTO credit_entries (organization_id, amount, kind, cause, created_at) VALUES (?, ?, 'free', 'free', ?)`,
        parameters: ([, organizationId]) => [organizationId, credits, now],
      },
    ];
    if ((await this.database.atomically(steps)) !== 'done') throw new AccountExistsError(address);
    const [accountId = 0, organizationId = 0] = ids;
    return { accountId, organizationId, balance: credits };
  }

  /** A further organization of an account; it starts empty. */
  async openOrganization(accountId: number, name: string): Promise<number> {
    const now = this.clock.now();
    let id = 0;
    await this.database.atomically([
      { sql: 'INSERT INTO organizations (name, created_at) VALUES (?, ?)', parameters: [name, now] },
      {
        sql: "INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, 'owner', ?)",
        parameters: ([organizationId = 0]) => {
          id = organizationId;
          return [accountId, organizationId, now];
        },
      },
    ]);
    return id;
  }
}
