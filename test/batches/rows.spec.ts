import type { BatchRowsResponse } from '../../src/batches/api/batch-rows.response';
import { Person } from '../management/person';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

describe.each(setUps)('rows of a list on the page, %s', (name) => {
  let setUp: SetUp;
  let service: BatchService;
  let customer: Customer;
  let isHeld = false;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    const engine = new ScriptedEngine(async (address) => {
      if (address.endsWith('@held.test')) await eventually('addresses are let go', () => !isHeld);
    });
    service = await BatchService.start(setUp.env, engine);
  });

  beforeEach(async () => {
    customer = await service.customer();
  });

  afterEach(() => {
    isHeld = false;
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  async function page(id: number, query: Record<string, string> = {}): Promise<BatchRowsResponse> {
    const response = await service.request(customer, `/${id}/rows?${new URLSearchParams(query).toString()}`);
    const body = (await response.json()) as BatchRowsResponse;
    if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
    return body;
  }

  /** All pages, one after the other. */
  async function all(id: number, query: Record<string, string>): Promise<{ numbers: number[]; pages: number[] }> {
    const numbers: number[] = [];
    const pages: number[] = [];
    let after = '';
    do {
      const { rows, next_after } = await page(id, { ...query, after });
      numbers.push(...rows.map(({ row }) => row));
      pages.push(rows.length);
      after = next_after ?? '';
    } while (after !== '');
    return { numbers, pages };
  }

  const isThird = (index: number) => index % 3 === 0;

  async function upload(csv: string): Promise<number> {
    const response = await service.upload(customer, csv);
    return ((await response.json()) as { id: number }).id;
  }

  it('come in the order of the file, each once, over all pages and chunks, filtered and searched', async () => {
    const lines = Array.from(
      { length: 1100 },
      (_, index) => `Person ${index},${isThird(index) ? 'invalid' : 'valid'}.${index}@a.test`,
    );
    const id = await upload(`name,email\n${lines.join('\n')}\n`);
    await service.completed(customer, id);

    const numbers = lines.map((_, index) => index + 1);
    expect((await all(id, { limit: '100' })).numbers).toEqual(numbers);
    const thirds = numbers.filter((number) => isThird(number - 1));
    const filtered = await all(id, { status: 'invalid', limit: '70' });
    expect(filtered.numbers).toEqual(thirds);
    expect(filtered.pages.slice(0, -1).every((length) => length === 70)).toBe(true);
    expect((await all(id, { status: 'invalid,valid', limit: '100' })).numbers).toEqual(numbers);
    expect((await all(id, { status: 'risky' })).numbers).toEqual([]);

    // In any cell, in any case.
    expect((await all(id, { search: 'PERSON 1099' })).numbers).toEqual([1100]);
    expect((await all(id, { search: '.17@a' })).numbers).toEqual([18]);
    expect((await all(id, { search: '17', status: 'invalid', limit: '2' })).numbers).toEqual(
      numbers.filter((number) => isThird(number - 1) && String(number - 1).includes('17')),
    );
    expect(await page(id, { search: 'nobody' })).toEqual({
      columns: ['name', 'email'],
      rows: [],
      next_after: null,
      searched_count: 1100,
    });
  });

  it('say what was found, and show cells as text on one line, cut to size', async () => {
    const id = await upload(
      `note,email\n"a ""quoted"", cell\u202e\n2nd line",full.1@a.test\n<b>=1+1</b>${'x'.repeat(300)},no address\n`,
    );
    await service.completed(customer, id);
    const { rows } = await page(id);
    expect(rows).toEqual([
      {
        row: 1,
        email: 'full.1@a.test',
        status: 'risky',
        sub_status: 'mailbox_quota_exceeded',
        confidence: 10,
        is_disposable: false,
        is_role_account: false,
        did_you_mean: null,
        provider: null,
        cells: ['a "quoted", cell 2nd line', 'full.1@a.test'],
      },
      expect.objectContaining({
        row: 2,
        status: 'invalid',
        sub_status: 'failed_syntax_check',
        cells: [expect.stringMatching(/^<b>=1\+1<\/b>x{188}…$/), 'no address'],
      }),
    ]);
    expect((await page(id, { search: '"quoted"' })).rows).toHaveLength(1);
  });

  it('have cells as the file had them, without what guards spreadsheets in the download', async () => {
    const id = await upload("email,city,phone\nvalid.1@a.test,=Bonn,+49 30 1234\nvalid.2@a.test,O'Hara,-5\n");
    await service.completed(customer, id);
    const { rows } = await page(id);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['valid.1@a.test', '=Bonn', '+49 30 1234'],
      ['valid.2@a.test', "O'Hara", '-5'],
    ]);
    expect((await page(id, { search: '=bonn' })).rows).toHaveLength(1);
    const download = await service.request(customer, `/${id}/download`);
    expect(await download.text()).toContain(",'=Bonn,");
  });

  it('can be seen while the work goes on: those that are not checked have no status', async () => {
    isHeld = true;
    const id = await service.create(customer, ['valid.1@a.test', 'valid.2@held.test']);
    await service.processed(customer, id, 1);
    const { rows } = await page(id);
    expect(rows.map(({ email, status }) => [email, status])).toEqual([
      ['valid.1@a.test', 'valid'],
      ['valid.2@held.test', null],
    ]);
    expect((await page(id, { status: 'unchecked' })).rows.map(({ row }) => row)).toEqual([2]);
    isHeld = false;
    await service.completed(customer, id);
    expect((await page(id, { status: 'unchecked' })).rows).toEqual([]);
  });

  it('cost no more than so many chunks a page, which then says where to go on', async () => {
    const id = await service.create(customer, ['valid.1@a.test', 'invalid.2@a.test']);
    await service.completed(customer, id);
    // A list of 150 chunks, of which only the first and the last hold what is looked for.
    await service.database.execute('UPDATE batches SET total_count = 300 WHERE id = ?', [id]);
    for (let position = 1; position < 150; position += 1) {
      await service.database.execute(
        `INSERT INTO batch_chunks (batch_id, position, row_count, state, addresses, \`lines\`, results)
          SELECT batch_id, ?, row_count, state, addresses, \`lines\`, ${position < 149 ? 'NULL' : 'results'}
          FROM batch_chunks WHERE batch_id = ? AND position = 0`,
        [position, id],
      );
    }
    const first = await page(id, { status: 'invalid' });
    expect(first.rows.map(({ row }) => row)).toEqual([2]);
    expect(first.searched_count).toBeLessThan(300);
    expect(first.next_after).not.toBeNull();
    expect((await all(id, { status: 'invalid' })).numbers).toEqual([2, 300]);
  });

  it('are for the organization alone, and gone when they were deleted', async () => {
    const id = await service.create(customer, ['valid.1@a.test']);
    await service.completed(customer, id);
    const other = await service.customer();
    expect((await service.request(other, `/${id}/rows`)).status).toBe(404);
    for (const query of ['status=x', 'after=x', 'after=-1-2-3', 'limit=0', 'limit=101']) {
      expect([query, (await service.request(customer, `/${id}/rows?${query}`)).status]).toEqual([query, 400]);
    }
    // What somebody made up leads to rows of this list, or to none.
    expect((await page(id, { after: '7-0-0' })).rows).toEqual([]);
    await service.database.execute('UPDATE batches SET purged_at = 1 WHERE id = ?', [id]);
    const gone = await service.request(customer, `/${id}/rows`);
    expect([gone.status, await gone.json()]).toEqual([
      404,
      { error: 'Results not available', message: 'Results file not found.' },
    ]);
  });

  it('are for members, by their session', async () => {
    const request = (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${path}`, init);
    const [person, stranger] = [await Person.signUp({ request }), await Person.signUp({ request })];
    const form = new FormData();
    form.set('name', 'A list');
    form.set('file', new Blob(['email\nvalid.1@a.test\n']), 'list.csv');
    const path = `/v1/organizations/${person.organizationId}/batches`;
    const { body } = await person.post<{ id: number }>(path, form);
    await eventually('the row is checked', async () => {
      const { body: seen } = await person.get<BatchRowsResponse>(`${path}/${body.id}/rows?status=valid`);
      return seen.rows.length === 1;
    });
    expect((await stranger.get(`${path}/${body.id}/rows`)).status).toBe(404);
    const theirs = `/v1/organizations/${stranger.organizationId}/batches/${body.id}/rows`;
    expect((await stranger.get(theirs)).status).toBe(404);
  });
});
