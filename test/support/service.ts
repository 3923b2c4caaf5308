import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../../src/app.module';
import { PERMISSIONS, type Permission } from '../../src/auth/permissions';
import { TokensService } from '../../src/auth/tokens.service';
import { makeLogger, PinoLogger } from '../../src/common/logging';
import { readConfig } from '../../src/config/env';
import { AccountOpening } from '../../src/credits/account-opening';
import { Database } from '../../src/database/database';
import { configureApp } from '../../src/http/configure-app';
import { sharedSetUp, type SetUp, type SetUpName } from './set-ups';
import { shared } from './shared';
import { note } from './tally';

/** The whole service in this process, listening on a free port of 127.0.0.1. */
export class TestService {
  private constructor(
    readonly app: NestExpressApplication,
    readonly url: string,
  ) {}

  /**
   * Over a set-up of its own, which all suites of this test file with the same settings share.
   * @param keeper a suite that shares it with no other
   */
  static shared(setUpName: SetUpName, env: Record<string, string> = {}, keeper = ''): Promise<TestService> {
    const settings = `${JSON.stringify(env)} ${keeper}`;
    return shared(`service ${setUpName} ${settings}`, async () => {
      const setUp = await sharedSetUp(setUpName, `of service ${settings}`);
      return TestService.start(setUp, env);
    });
  }

  static async start(setUp: SetUp, env: Record<string, string> = {}): Promise<TestService> {
    const config = readConfig({ RATE_LIMIT_PER_MINUTE: '100000', ...setUp.env, ...env });
    const logger = makeLogger(config.LOG_LEVEL);
    const app = await NestFactory.create<NestExpressApplication>(AppModule.register(config), {
      bodyParser: false,
      abortOnError: false,
      logger: new PinoLogger(logger),
    });
    configureApp(app, config, logger);
    await app.listen(0, '127.0.0.1');
    note('service');
    const { port } = app.getHttpServer().address() as AddressInfo;
    return new TestService(app, `http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
  }

  get database(): Database {
    return this.app.get(Database);
  }

  /** A new account with its organization, and a token for it. */
  async account(permissions: readonly Permission[] = PERMISSIONS): Promise<TestAccount> {
    const email = `user-${Math.random().toString(36).slice(2)}@accounts.test`;
    const { accountId, organizationId } = await this.app.get(AccountOpening).openAccount(email, null);
    const { id, token } = await this.token(accountId, permissions);
    return { accountId, organizationId, tokenId: id, token };
  }

  token(accountId: number, permissions: readonly Permission[] = PERMISSIONS, lifetimeMs: number | null = null) {
    return this.app.get(TokensService).create({ accountId, name: 'test', permissions: [...permissions], lifetimeMs });
  }

  /** Answered by the sandbox, see `docs/test-tokens.md`. */
  testToken(accountId: number) {
    const whole = { accountId, name: 'test', permissions: [...PERMISSIONS], lifetimeMs: null, isTest: true };
    return this.app.get(TokensService).create(whole);
  }

  /** Credits are what the organization has, whatever it had. */
  async setBalance(organizationId: number, balance: number): Promise<void> {
    await this.database.execute('DELETE FROM credit_entries WHERE organization_id = ?', [organizationId]);
    await this.database.execute('UPDATE organizations SET balance = ? WHERE id = ?', [balance, organizationId]);
    await this.database.execute(
      "INSERT INTO credit_entries (organization_id, amount, kind, cause, created_at) VALUES (?, ?, 'grant', 'test', 0)",
      [organizationId, balance],
    );
  }

  /** The balance, after a check that the ledger sums to it. */
  async balance(organizationId: number): Promise<number> {
    const [row] = await this.database.query<{ balance: number; sum: number | string }>(
      `SELECT balance, (SELECT COALESCE(SUM(amount), 0) FROM credit_entries WHERE organization_id = organizations.id) AS sum
        FROM organizations WHERE id = ?`,
      [organizationId],
    );
    if (row === undefined || Number(row.sum) !== row.balance) {
      throw new Error(`The ledger sums to ${String(row?.sum)}, the balance is ${String(row?.balance)}.`);
    }
    return row.balance;
  }

  request(
    path: string,
    init: RequestInit & { token?: string; organization?: number | string } = {},
  ): Promise<Response> {
    const { token, organization, ...rest } = init;
    const headers = new Headers(rest.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    if (organization !== undefined) headers.set('X-Organization-ID', String(organization));
    return fetch(`${this.url}${path}`, { ...rest, headers });
  }

  single(account: Pick<TestAccount, 'token'>, email: unknown, organization?: number | string): Promise<Response> {
    return this.request('/v1/validate/single', {
      method: 'POST',
      token: account.token,
      ...(organization === undefined ? {} : { organization }),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    });
  }
}

export interface TestAccount {
  accountId: number;
  organizationId: number;
  tokenId: string;
  token: string;
}
