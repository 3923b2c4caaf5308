import { Inject, Injectable } from '@nestjs/common';
import { normaliseAccountAddress } from '../common/account-address';
import { Clock } from '../common/clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Database, type Proof, type Step } from '../database/database';
import { lockRow } from '../database/lock-row';
import { AccountExistsError, LimitReachedError } from '../organizations/organizations.errors';

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
    credits = this.config.FREE_CREDITS,
  ): Promise<{ accountId: number; organizationId: number; balance: number }> {
    const now = this.clock.now();
    const address = normaliseAccountAddress(email);
    const ids: number[] = [];
    const steps: Step[] = [
      {
        // On MySQL two at once lock each other out here; one of them runs again and finds the other's row.
        sql: `INSERT INTO accounts (email, name, password_hash, created_at)
          SELECT ?, ?, ?, ? FROM (SELECT 1 AS one) AS always WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE email = ?)`,
        parameters: [address, name, passwordHash, now, address],
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
    const proof: Proof = {
      sql: 'SELECT 1 FROM accounts WHERE id = ? AND email = ?',
      parameters: ([accountId]) => [accountId, address],
    };
    if ((await this.database.atomically(steps, proof)) !== 'done') throw new AccountExistsError(address);
    const [accountId = 0, organizationId = 0] = ids;
    return { accountId, organizationId, balance: credits };
  }

  /**
   * A further organization of an account; it starts empty.
   * @param limit how many organizations the account may belong to; left out: any number
   * @throws LimitReachedError
   */
  async openOrganization(accountId: number, name: string, limit = Number.MAX_SAFE_INTEGER): Promise<number> {
    const now = this.clock.now();
    let id = 0;
    const steps: Step[] = [
      lockRow('accounts', accountId),
      {
        sql: `INSERT INTO organizations (name, created_at) SELECT ?, ? FROM accounts
          WHERE id = ? AND (SELECT COUNT(*) FROM memberships WHERE account_id = ?) < ?`,
        parameters: [name, now, accountId, accountId, limit],
        ifNone: 'rollback',
      },
      {
        sql: "INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, 'owner', ?)",
        parameters: ([, organizationId = 0]) => {
          id = organizationId;
          return [accountId, organizationId, now];
        },
      },
    ];
    const outcome = await this.database.atomically(steps, {
      sql: 'SELECT 1 FROM organizations WHERE id = ?',
      parameters: ([, organizationId]) => [organizationId],
    });
    if (outcome === 'done') return id;
    throw new LimitReachedError('name', `An account may belong to ${limit} organizations. Leave or delete one first.`);
  }
}
