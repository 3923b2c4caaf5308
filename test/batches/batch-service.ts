import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module';
import type { Permission } from '../../src/auth/permissions';
import { TokensService } from '../../src/auth/tokens.service';
import { Clock } from '../../src/common/clock';
import { makeLogger, PinoLogger } from '../../src/common/logging';
import { readConfig } from '../../src/config/env';
import { AccountOpening } from '../../src/credits/account-opening';
import { Ledger } from '../../src/credits/ledger';
import { Database } from '../../src/database/database';
import { sharedSql } from '../../src/database/database.module';
import type { Engine } from '../../src/engine';
import { configureApp } from '../../src/http/configure-app';
import { ENGINE } from '../../src/validation/engine.token';
import { WebhookDispatcher } from '../../src/webhooks/delivery/webhook-dispatcher';
import { sharedSetUp, type SetUpName } from '../support/set-ups';
import { shared } from '../support/shared';
import { note } from '../support/tally';
import { BatchClient, type Customer } from './batch-client';
import { ScriptedEngine } from './scripted-engine';

export type { Customer };

/** In place of every half second: tests wait for each round. */
const OFTEN = { everyMs: 100 };

/** A clock that runs with the real one, and can be set forward. */
export class MovableClock extends Clock {
  private ahead = 0;

  now(): number {
    return Date.now() + this.ahead;
  }

  forward(ms: number): void {
    this.ahead += ms;
  }
}

/** The service in this process, over a scripted engine. */
export class BatchService extends BatchClient {
  private constructor(
    readonly app: NestExpressApplication,
    readonly clock: MovableClock,
    port: number,
  ) {
    super(port);
  }

  /** Over a set-up of its own, which all suites of this test file with the same settings share. */
  static shared(setUpName: SetUpName, env: Record<string, string> = {}): Promise<BatchService> {
    const settings = JSON.stringify(env);
    return shared(`batch service ${setUpName} ${settings}`, async () => {
      const setUp = await sharedSetUp(setUpName, `of batch service ${settings}`);
      return BatchService.start({ ...setUp.env, ...env }, new ScriptedEngine());
    });
  }

  /**
   * @param database what to use in place of the service's own, over the connection that it has made
   * @param replaced other parts
   */
  static async start(
    env: Record<string, string>,
    engine: Engine,
    database: (source: DataSource) => Database = sharedSql,
    replaced: readonly { provide: unknown; useValue: unknown }[] = [],
  ): Promise<BatchService> {
    const config = readConfig({ RATE_LIMIT_PER_MINUTE: '1000000', ...env });
    const clock = new MovableClock();
    const logger = makeLogger(config.LOG_LEVEL);
    const builder = Test.createTestingModule({ imports: [AppModule.register(config)] })
      .overrideProvider(ENGINE)
      .useValue(engine)
      .overrideProvider(Clock)
      .useValue(clock)
      .overrideProvider(Database)
      .useFactory({ factory: database, inject: [DataSource] })
      .setLogger(new PinoLogger(logger));
    for (const { provide, useValue } of replaced) builder.overrideProvider(provide).useValue(useValue);
    const module = await builder.compile();
    if (config.ROLE !== 'api') Object.assign(module.get(WebhookDispatcher, { strict: false }), OFTEN);
    const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false });
    configureApp(app, config, logger);
    await app.listen(0, '127.0.0.1');
    note('service');
    return new BatchService(app, clock, (app.getHttpServer().address() as AddressInfo).port);
  }

  async stop(): Promise<void> {
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
  }

  get database(): Database {
    return this.app.get(Database);
  }

  /** An account with an organization that has this many credits. */
  async customer(credits = 100_000, permissions: readonly Permission[] = ['validate:batch']): Promise<Customer> {
    const email = `user-${Math.random().toString(36).slice(2)}@accounts.test`;
    const { accountId, organizationId } = await this.app.get(AccountOpening).openAccount(email, null);
    const balance = await this.balance(organizationId);
    await this.database.atomically(this.app.get(Ledger).grant(organizationId, credits - balance, 'test', 'grant'));
    const request = { accountId, name: 'test', permissions: [...permissions], lifetimeMs: null };
    const { token } = await this.app.get(TokensService).create(request);
    return { organizationId, token };
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
}
