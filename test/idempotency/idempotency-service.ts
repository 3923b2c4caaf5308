import { randomUUID } from 'node:crypto';
import { BatchService } from '../batches/batch-service';
import { ScriptedEngine } from '../batches/scripted-engine';
import { PERMISSIONS } from '../../src/auth/permissions';
import type { Customer } from '../batches/batch-client';

export interface Told {
  status: number;
  /** `Idempotency-Replayed`. */
  isReplay: boolean;
  retryAfter: string | null;
  body: Record<string, unknown>;
}

/** Calls of the interface with keys, at any service that listens on 127.0.0.1. */
export class KeyedClient {
  constructor(private readonly port: number) {}

  single(
    { token }: Pick<Customer, 'token'>,
    email: string,
    key: string,
    { query = '', signal = null as AbortSignal | null, body = JSON.stringify({ email }) } = {},
  ): Promise<Told> {
    return this.ask(`/v1/validate/single${query}`, { body, signal }, token, key, 'application/json');
  }

  upload(
    { token }: Pick<Customer, 'token'>,
    csv: string,
    key: string,
    { name = 'A list', file = 'list.csv', fields = {} } = {},
  ): Promise<Told> {
    const form = new FormData();
    for (const [field, text] of Object.entries({ name, ...fields })) form.set(field, text);
    form.set('file', new Blob([csv]), file);
    return this.ask('/v1/validate/batch', { body: form }, token, key);
  }

  async ask(path: string, init: RequestInit, token: string, key: string, type?: string): Promise<Told> {
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method: 'POST',
      ...init,
      headers: {
        ...(init.headers as Record<string, string> | undefined),
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': key,
        ...(type === undefined ? {} : { 'Content-Type': type }),
      },
    });
    return toldOf(response.status, response.headers, await response.json());
  }
}

export function toldOf(status: number, headers: Headers, body: unknown): Told {
  return {
    status,
    isReplay: headers.get('idempotency-replayed') === 'true',
    retryAfter: headers.get('retry-after'),
    body: body as Told['body'],
  };
}

/** A service over a scripted engine, with what its tests of keys ask of it. */
export class IdempotencyService {
  readonly client: KeyedClient;

  private constructor(readonly service: BatchService) {
    this.client = new KeyedClient(service.port);
  }

  static async start(
    env: Record<string, string>,
    engine = new ScriptedEngine(),
    database?: Parameters<typeof BatchService.start>[2],
  ): Promise<IdempotencyService> {
    return new IdempotencyService(await BatchService.start(env, engine, database));
  }

  customer(credits = 1000): Promise<Customer> {
    return this.service.customer(credits, PERMISSIONS);
  }

  balance({ organizationId }: Customer): Promise<number> {
    return this.service.balance(organizationId);
  }

  async count(table: string, where = '1 = 1'): Promise<number> {
    const sql = `SELECT COUNT(*) AS count FROM ${table} WHERE ${where}`;
    return Number((await this.service.database.query<{ count: number }>(sql))[0]?.count);
  }

  /** As if every holder had died a minute ago. */
  async endLeases(): Promise<void> {
    await this.service.database.execute('UPDATE idempotency_keys SET lease_until = 0');
  }

  /** As if every process had died before it stored what it answered. */
  async loseAnswers(): Promise<void> {
    await this.service.database.execute('UPDATE idempotency_keys SET answer = NULL');
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}

export const newKey = (): string => randomUUID();
