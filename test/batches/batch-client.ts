import type { BatchResponse } from '../../src/batches/api/batch.response';
import { eventually } from '../support/eventually';

/** A caller of the interface: which organization it acts for, and its token. */
export interface Customer {
  organizationId: number;
  token: string;
}

/** Batches as their callers see them, over HTTP. */
export class BatchClient {
  constructor(readonly port: number) {}

  request(
    { token }: Pick<Customer, 'token'>,
    path: string,
    init: Omit<RequestInit, 'headers'> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}/v1/validate/batch${path}`, {
      ...init,
      headers: { ...headers, Authorization: `Bearer ${token}` },
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

  /** Polls until so many rows are answered. */
  async processed(customer: Customer, id: number, rows: number): Promise<void> {
    await eventually(`${rows} rows of batch ${id} are answered`, async () => {
      return (await this.status(customer, id)).processed_count >= rows;
    });
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
