import { setUps } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';

const OURS =
  'status,sub_status,confidence,mx_found,smtp_valid,is_disposable,is_catch_all,is_role_account,did_you_mean,credits_used';

describe.each(setUps)('what stands in a download, %s', (name) => {
  let service: BatchService;
  let customer: Customer;
  let id: number;

  beforeAll(async () => {
    service = await BatchService.shared(name);
    customer = await service.customer();
    // Three chunks, of which only the first and the last hold what is asked for.
    const plain = Array.from({ length: 500 }, (_, index) => `P${index},valid.${index}@a.test`);
    const rows = ['"A, B",full.1@a.test', ...plain, 'C, unknown.1@a.test ', 'D,=not an address'];
    const response = await service.upload(customer, `name,email\n${rows.join('\n')}\n`, 'news');
    ({ id } = (await response.json()) as { id: number });
    await service.completed(customer, id);
  });

  async function lines(query: string): Promise<string[]> {
    const response = await service.request(customer, `/${id}/download?${query}`);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${text}`);
    return text.slice(0, -2).split('\r\n');
  }

  it('is what the specification says, when nothing is chosen', async () => {
    const all = await lines('');
    expect(all).toHaveLength(504);
    expect(all[0]).toBe(`name,email,${OURS}`);
    expect(all[1]).toBe('"A, B",full.1@a.test,risky,mailbox_quota_exceeded,10,true,,false,,false,,1');
    expect(await lines('columns=all')).toEqual(all);
  });

  it('can be the columns as they came, alone', async () => {
    expect(await lines('columns=original&status=risky,unknown')).toEqual([
      'name,email',
      '"A, B",full.1@a.test',
      'C, unknown.1@a.test ',
    ]);
  });

  it('can be the address, with the verdict or alone, safe for spreadsheets', async () => {
    expect(await lines('columns=results&status=risky&status=unknown')).toEqual([
      `email,${OURS}`,
      'full.1@a.test,risky,mailbox_quota_exceeded,10,true,,false,,false,,1',
      'unknown.1@a.test,unknown,antispam_system,10,true,,false,,false,,0',
    ]);
    expect(await lines('columns=address&status=risky,unknown,invalid')).toEqual([
      'email',
      'full.1@a.test',
      'unknown.1@a.test',
      "'=not an address",
    ]);
    expect(await lines('columns=address')).toHaveLength(504);
  });

  it('can be the rows that a cancel left unchecked', async () => {
    expect(await lines('columns=address&status=unchecked')).toEqual(['email']);
    await service.database.execute("UPDATE batches SET status = 'cancelled' WHERE id = ?", [id]);
    await service.database.execute('UPDATE batch_chunks SET results = NULL WHERE batch_id = ? AND position > 0', [id]);
    const left = await lines('columns=address&status=unchecked');
    expect(left.at(-1)).toBe("'=not an address");
    expect(left.length).toBeGreaterThan(200);
    expect((await lines('columns=address')).length).toBe(504);
  });

  it.each(['columns=mine', 'columns=', 'status=all'])('refuses a choice that there is not: %s', async (query) => {
    expect((await service.request(customer, `/${id}/download?${query}`)).status).toBe(400);
  });
});
