import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchResponse } from '../../src/batches/api/batch.response';
import type { TestAccount, TestService } from '../support/service';

/** Uploads a list, waits for its end, and downloads the results. */
export async function workThroughBatch(
  service: TestService,
  { token }: Pick<TestAccount, 'token'>,
  csv: string,
  timeoutMs: number,
): Promise<{ batch: BatchResponse; csv: string }> {
  const form = new FormData();
  form.set('name', 'A list');
  form.set('file', new Blob([csv]), 'list.csv');
  const upload = await service.request('/v1/validate/batch', { method: 'POST', token, body: form });
  const { id } = (await upload.json()) as { id: number };
  if (upload.status !== 201) throw new Error(`The upload was answered with ${upload.status}.`);
  const batch = await atItsEnd(service, token, id, timeoutMs);
  const download = await service.request(`/v1/validate/batch/${id}/download`, { token });
  if (download.status !== 200) throw new Error(`The download was answered with ${download.status}.`);
  return { batch, csv: await download.text() };
}

/** Polls until the batch is completed; fails when its counts do not add up, or fall. */
async function atItsEnd(service: TestService, token: string, id: number, timeoutMs: number): Promise<BatchResponse> {
  const deadline = Date.now() + timeoutMs;
  for (let processed = 0; ;) {
    const response = await service.request(`/v1/validate/batch/${id}`, { token });
    const batch = (await response.json()) as BatchResponse;
    const { valid_count, invalid_count, risky_count, unknown_count, processed_count } = batch;
    if (valid_count + invalid_count + risky_count + unknown_count !== processed_count || processed_count < processed) {
      throw new Error(`The counts do not add up: ${JSON.stringify(batch)}`);
    }
    if (batch.status === 'completed') return batch;
    if (Date.now() > deadline) throw new Error(`Not completed after ${timeoutMs} ms: ${JSON.stringify(batch)}`);
    processed = processed_count;
    await sleep(50);
  }
}
