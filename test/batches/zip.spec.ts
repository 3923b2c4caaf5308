import { setUps } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { unzip } from './unzip';

describe.each(setUps)('a list as one ZIP, %s', (name) => {
  let service: BatchService;
  let customer: Customer;

  beforeAll(async () => {
    service = await BatchService.shared(name);
    customer = await service.customer();
  });

  async function create(addresses: readonly string[], listName: string): Promise<number> {
    const response = await service.upload(customer, `email\n${addresses.join('\n')}\n`, listName);
    const { id } = (await response.json()) as { id: number };
    await service.completed(customer, id);
    return id;
  }

  it('holds a file for each kind of rows, the same as its download', async () => {
    const valid = Array.from({ length: 700 }, (_, index) => `valid.${index}@a.test`);
    const id = await create([...valid, 'full.1@a.test', 'catchall.1@a.test', 'unknown.1@a.test'], '../Müller: "1"');
    const response = await service.request(customer, `/${id}/zip`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"/]+_results\.zip"; /);
    const files = await unzip(Buffer.from(await response.arrayBuffer()));
    const kinds = ['valid', 'catch_all', 'risky', 'unknown'];
    expect(Object.keys(files)).toEqual(kinds.map((kind) => `_Müller_ _1__${kind}.csv`));
    for (const [index, kind] of kinds.entries()) {
      const text = await (await service.request(customer, `/${id}/download?status=${kind}`)).text();
      expect(Object.values(files)[index]).toBe(text);
    }
    const chosen = await service.request(customer, `/${id}/zip?status=risky,unknown&columns=address&bom=true`);
    expect(Object.values(await unzip(Buffer.from(await chosen.arrayBuffer())))).toEqual([
      '\ufeffemail\r\nfull.1@a.test\r\n',
      '\ufeffemail\r\nunknown.1@a.test\r\n',
    ]);
  });

  it('is not there before its end, for others, or when the rows are gone', async () => {
    const id = await create(['valid.1@a.test'], 'A list');
    const other = await service.customer();
    expect((await service.request(other, `/${id}/zip`)).status).toBe(404);
    await service.database.execute("UPDATE batches SET status = 'processing' WHERE id = ?", [id]);
    expect((await service.request(customer, `/${id}/zip`)).status).toBe(404);
    await service.database.execute("UPDATE batches SET status = 'completed', purged_at = 1 WHERE id = ?", [id]);
    const gone = await service.request(customer, `/${id}/zip`);
    expect([gone.status, await gone.json()]).toMatchObject([404, { error: 'Results not available' }]);
  });

  it('breaks off when rows go while it is sent, and can’t be taken for whole', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `valid.${index}@b.test`);
    const id = await create([...rows, 'unknown.2@b.test'], 'Cut');
    await service.database.execute('DELETE FROM batch_chunks WHERE batch_id = ? AND position > 1', [id]);
    const response = await service.request(customer, `/${id}/zip`).catch(() => null);
    const body = response === null ? null : await response.arrayBuffer().catch(() => null);
    expect(body).toBeNull();
  });
});
