import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module';
import { TokensService } from '../../src/auth/tokens.service';
import { BatchResponse } from '../../src/batches/batch.response';
import { Clock } from '../../src/common/clock';
import { makeLogger, PinoLogger } from '../../src/common/logging';
import { readConfig } from '../../src/config/env';
import { AccountOpening } from '../../src/credits/account-opening';
import { Ledger } from '../../src/credits/ledger';
import { Database } from '../../src/database/database';
import type { Engine } from '../../src/engine';
import { configureApp } from '../../src/http/configure-app';
import { ENGINE } from '../../src/validation/engine.token';
import { eventually } from '../support/eventually';

export interface Customer {
  organizationId: number;
  token: string;
}

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

/** The service in this process, over a scripted engine, as its callers see it. */
export class BatchService {
  private constructor(
    readonly app: NestExpressApplication,
    readonly clock: MovableClock,
  ) {}

  static async start(env: Record<string, string>, engine: Engine): Promise<BatchService> {
    const config = readConfig({ RATE_LIMIT_PER_MINUTE: '1000000', ...env });
    const clock = new MovableClock();
    const logger = makeLogger(config.LOG_LEVEL);
    const module = await Test.createTestingModule({ imports: [AppModule.register(config)] })
      .overrideProvider(ENGINE)
      .useValue(engine)
      .overrideProvider(Clock)
      .useValue(clock)
      .setLogger(new PinoLogger(logger))
      .compile();
    const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false });
    configureApp(app, config, logger);
    await app.listen(0, '127.0.0.1');
    return new BatchService(app, clock);
  }

  async stop(): Promise<void> {
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
  }

  get database(): Database {
    return this.app.get(Database);
  }

  get port(): number {
    return (this.app.getHttpServer().address() as AddressInfo).port;
  }

  /** An account with an organization that has this many credits. */
  async customer(credits = 100_000): Promise<Customer> {
    const email = `user-${Math.random().toString(36).slice(2)}@accounts.test`;
    const { accountId, organizationId } = await this.app.get(AccountOpening).openAccount(email, null);
    const balance = await this.balance(organizationId);
    await this.database.atomically(this.app.get(Ledger).grant(organizationId, credits - balance, 'test', 'grant'));
    const request = { accountId, name: 'test', permissions: ['validate:batch' as const], lifetimeMs: null };
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

  request({ token }: Customer, path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}/v1/validate/batch${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}` },
    });
  }

  upload(customer: Customer, csv: string | Blob, name = 'A list'): Promise<Response> {
    const form = new FormData();
    form.set('name', name);
    form.set('file', csv instanceof Blob ? csv : new Blob([csv]), 'list.csv');
    return this.request(customer, '', { method: 'POST', body: form });
  }

  /** Uploads addresses, one a row; returns the batch's id. */
  async create(customer: Customer, addresses: readonly string[]): Promise<number> {
    const response = await this.upload(customer, `email\n${addresses.join('\n')}\n`);
    const body = (await response.json()) as { id: number };
    if (response.status !== 201) throw new Error(`${response.status} ${JSON.stringify(body)}`);
    return body.id;
  }

  /** The batch's status, after a check that its counts add up. */
  async status(customer: Customer, id: number): Promise<BatchResponse> {
    const response = await this.request(customer, `/${id}`);
    const batch = (await response.json()) as BatchResponse;
    const { valid_count, invalid_count, risky_count, unknown_count, processed_count, total_count } = batch;
    const sum = valid_count + invalid_count + risky_count + unknown_count;
    const isComplete = batch.status === 'completed';
    if (sum !== processed_count || processed_count > total_count || isComplete !== (processed_count === total_count)) {
      throw new Error(`The counts do not add up: ${JSON.stringify(batch)}`);
    }
    return batch;
  }

  /** Polls until the batch is completed; fails when a count falls on the way. */
  async completed(customer: Customer, id: number, timeoutMs = 20_000): Promise<BatchResponse> {
    let last = await this.status(customer, id);
    await eventually(
      `batch ${id} is completed`,
      async () => {
        const next = await this.status(customer, id);
        if (next.processed_count < last.processed_count) throw new Error('The progress fell.');
        last = next;
        return next.status === 'completed';
      },
      timeoutMs,
    );
    return last;
  }

  async results(customer: Customer, id: number, query = ''): Promise<string[][]> {
    const response = await this.request(customer, `/${id}/download${query}`);
    // `text()` would drop a byte order mark.
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    if (response.status !== 200) throw new Error(`${response.status} ${text}`);
    return text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
  }
}
