import type { KeyObject } from 'node:crypto';
import { person } from '../../src/audit/actor';
import type { Permission } from '../../src/auth/permissions';
import type { FeedbackProviderName } from '../../src/feedback/events/feedback-provider';
import type { KnownAddressResponse, FeedbackEventsResponse } from '../../src/feedback/api/feedback.responses';
import { FeedbackSources } from '../../src/feedback/sources/feedback-sources.service';
import type { FeedbackSource } from '../../src/feedback/sources/feedback-source.entity';
import { BatchService, type Customer } from '../batches/batch-service';
import { eventually } from '../support/eventually';
import { ProviderDouble, type SentRequest } from './provider-double';

const ALL: readonly Permission[] = ['validate:single', 'validate:batch', 'feedback:write', 'feedback:read'];

export interface Source {
  id: number;
  /** The path of its address. */
  path: string;
}

/** What a source's addresses begin with, for those that sign them. */
export const CONNECTED_AT = 'https://check.test';

export interface Connected {
  source: Source;
  provider: ProviderDouble;
  /** The status of the answer. */
  send: (request: SentRequest) => Promise<number>;
}

/** Feedback as providers and programs see it. */
export class FeedbackClient {
  constructor(readonly service: BatchService) {}

  customer(permissions = ALL): Promise<Customer> {
    return this.service.customer(1000, permissions);
  }

  async source(
    { organizationId }: Customer,
    provider: FeedbackProviderName = 'generic',
    secret: string | null = null,
  ): Promise<Source> {
    const wish = { organizationId, provider, name: `Our ${provider}`, secret };
    const { source, url } = await this.service.app.get(FeedbackSources).create(wish, person(1));
    return { id: source.id, path: new URL(url).pathname };
  }

  /** A source, and its provider with its key. @param sns by which Amazon SNS signs */
  async connect(customer: Customer, name: FeedbackProviderName, sns: KeyObject): Promise<Connected> {
    let source: Source | null = null;
    const url = () => `${CONNECTED_AT}${source?.path ?? ''}`;
    const provider = new ProviderDouble(name, url, name === 'ses' ? sns : null);
    const made = await this.source(customer, name, provider.secret);
    source = made;
    const send = async ({ body, headers }: SentRequest): Promise<number> => {
      const response = await this.post(made.path, body, headers);
      await response.text();
      return response.status;
    };
    return { source, provider, send };
  }

  /** As a provider does it. */
  post(path: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.service.port}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
  }

  ask({ token }: Pick<Customer, 'token'>, path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.service.port}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
  }

  async tell(customer: Customer, events: readonly object[]): Promise<{ status: number; body: unknown }> {
    const init = { method: 'POST', body: JSON.stringify({ events }) };
    const response = await this.ask(customer, '/v1/feedback/events', init);
    return { status: response.status, body: await response.json() };
  }

  async single(customer: Customer, email: string): Promise<Record<string, unknown>> {
    const init = { method: 'POST', body: JSON.stringify({ email }) };
    const response = await this.ask(customer, '/v1/validate/single', init);
    return (await response.json()) as Record<string, unknown>;
  }

  async known(customer: Customer, email: string): Promise<KnownAddressResponse | null> {
    const response = await this.ask(customer, `/v1/feedback/addresses/${encodeURIComponent(email)}`);
    const body = (await response.json()) as KnownAddressResponse;
    return response.status === 200 ? body : null;
  }

  async events(customer: Customer, query = ''): Promise<FeedbackEventsResponse> {
    const response = await this.ask(customer, `/v1/feedback/events${query}`);
    return (await response.json()) as FeedbackEventsResponse;
  }

  state({ id }: Source): Promise<FeedbackSource> {
    return this.service.app
      .get(FeedbackSources)
      .organizationOf(id)
      .then((of) => this.service.app.get(FeedbackSources).find(of, id));
  }

  /** Waits until nothing of it waits any more; returns what is counted by then. */
  async read(
    source: Source,
  ): Promise<Pick<FeedbackSource, 'eventCount' | 'duplicateCount' | 'ignoredCount' | 'faultCount'>> {
    await eventually('the inbox is read', async () => (await this.waiting(source)) === 0);
    const { eventCount, duplicateCount, ignoredCount, faultCount } = await this.state(source);
    return { eventCount, duplicateCount, ignoredCount, faultCount };
  }

  async waiting({ id }: Source): Promise<number> {
    const [row] = await this.service.database.query<{ count: number }>(
      'SELECT COUNT(*) AS count FROM feedback_inbox WHERE source_id = ?',
      [id],
    );
    return Number(row?.count);
  }
}

let made = 0;

/** An event in our own form; each call makes another one. */
export function told(type: string, email: string, more: object = {}): Record<string, unknown> {
  made += 1;
  return {
    id: `event-${made}`,
    type,
    email,
    occurred_at: new Date(Date.now() - 60_000).toISOString(),
    message_id: `<${made}@sender.test>`,
    ...more,
  };
}
