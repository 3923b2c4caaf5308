import type { BatchResponse } from '../../src/batches/batch.response';
import { eventually } from '../support/eventually';
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
  let batch: BatchResponse | undefined;
  await eventually(
    'the batch is completed',
    async () => {
      const next = (await (await service.request(`/v1/validate/batch/${id}`, { token })).json()) as BatchResponse;
      const { valid_count, invalid_count, risky_count, unknown_count, processed_count } = next;
      const isConsistent = valid_count + invalid_count + risky_count + unknown_count === processed_count;
      if (!isConsistent || processed_count < (batch?.processed_count ?? 0)) {
        throw new Error(`The counts do not add up: ${JSON.stringify(next)}`);
      }
      batch = next;
      return next.status === 'completed';
    },
    timeoutMs,
  );
  const download = await service.request(`/v1/validate/batch/${id}/download`, { token });
  if (batch === undefined || download.status !== 200)
    throw new Error(`The download was answered with ${download.status}.`);
  return { batch, csv: await download.text() };
}
