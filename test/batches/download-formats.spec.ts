import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchesRepository } from '../../src/batches/batches.repository';
import { PLAIN_LIST, type CsvRow } from '../../src/batches/intake/csv';
import { readXlsx } from '../../src/batches/intake/xlsx';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';
import { unzip } from './unzip';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ROWS = [
  'full.1@a.test,"A, B",status,1',
  'valid.1@a.test,=SUM(1),x,2',
  'unknown.1@a.test,\'quoted,"two\nlines",3',
  'no address,<b>&_x0041_\u0001,,4,beyond,=too',
  'valid.2@a.test,,,',
];

describe.each(setUps)('the forms of a download, %s', (name) => {
  let setUp: SetUp;
  let service: BatchService;
  let customer: Customer;
  let id: number;
  let folder: string;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    folder = mkdtempSync(join(tmpdir(), 'formats-'));
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    customer = await service.customer();
    id = await created(`email,note,status,note\n${ROWS.join('\n')}\n`, 'The list');
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function created(csv: string, called: string): Promise<number> {
    const response = await service.upload(customer, csv, called);
    const body = (await response.json()) as { id: number };
    await service.completed(customer, body.id);
    return body.id;
  }

  const download = (query: string, method = 'GET', of = id): Promise<Response> =>
    service.request(customer, `/${of}/download?${query}`, { method });

  async function lines(query: string, of = id): Promise<Record<string, unknown>[]> {
    const text = await (await download(`format=jsonl&${query}`, 'GET', of)).text();
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** What the house's own reader of workbooks makes of it: CSV rows. */
  async function sheet(query: string, of = id): Promise<{ columns: string[]; rows: CsvRow[] }> {
    const bytes = Buffer.from(await (await download(`format=xlsx&${query}`, 'GET', of)).arrayBuffer());
    const path = join(folder, `${of}.xlsx`);
    writeFileSync(path, bytes);
    const handle = await open(path);
    try {
      const table = await readXlsx({ handle, size: bytes.length }, { ...PLAIN_LIST, keepsCells: true });
      const rows: CsvRow[] = [];
      for await (const some of table.rows) rows.push(...some);
      return { columns: table.columns, rows };
    } finally {
      await handle.close();
    }
  }

  it('is CSV as ever where nothing else is asked for', async () => {
    const csv = await download('');
    const asked = await download('format=csv');
    expect([asked.headers.get('content-type'), asked.headers.get('content-disposition'), await asked.text()]).toEqual([
      csv.headers.get('content-type'),
      csv.headers.get('content-disposition'),
      await csv.text(),
    ]);
  });

  it('is one object a row as JSON Lines, the cells as they were sent, ours with their types', async () => {
    const response = await download('format=jsonl');
    expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      'application/x-ndjson; charset=utf-8',
      `attachment; filename="The list_results.jsonl"; filename*=UTF-8''The%20list_results.jsonl`,
    ]);
    const all = await lines('bom=true');
    expect(all).toHaveLength(5);
    expect(Object.keys(all[0] ?? {})).toEqual([
      ...['email', 'note', 'status', 'note_2', 'validation_status', 'sub_status', 'confidence', 'mx_found'],
      ...['smtp_valid', 'is_disposable', 'is_catch_all', 'is_role_account', 'did_you_mean', 'credits_used'],
    ]);
    expect(all[0]).toMatchObject({ email: 'full.1@a.test', note: 'A, B', status: 'status', note_2: '1' });
    expect(all[0]).toMatchObject({ validation_status: 'risky', sub_status: 'mailbox_quota_exceeded' });
    expect(all[0]).toMatchObject({ confidence: 10, mx_found: true, is_catch_all: null, credits_used: 1 });
    expect(all[1]).toMatchObject({ note: '=SUM(1)', sub_status: null });
    expect(all[2]).toMatchObject({ status: 'two\nlines' });
    expect(all[3]).toMatchObject({ note: '<b>&_x0041_\u0001', more_cells: ['beyond', '=too'], credits_used: 0 });
    expect(all[4]).toMatchObject({ note: '', status: '', note_2: '' });
  });

  it('has the rows and columns that are asked for as JSON Lines', async () => {
    expect(await lines('status=unknown,invalid&columns=address')).toEqual([
      { email: 'unknown.1@a.test' },
      { email: 'no address' },
    ]);
    expect((await lines('status=valid&columns=original'))[1]).toEqual({
      email: 'valid.2@a.test',
      note: '',
      status: '',
      note_2: '',
    });
    expect(await lines('status=catch_all')).toEqual([]);
  });

  it('is a workbook without formulas', async () => {
    const response = await download('format=xlsx&status=valid');
    expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
      XLSX,
      `attachment; filename="The list_valid.xlsx"; filename*=UTF-8''The%20list_valid.xlsx`,
    ]);
    const parts = await unzip(Buffer.from(await response.arrayBuffer()));
    expect(Object.keys(parts).sort()).toEqual(
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/_rels/workbook.xml.rels',
        'xl/workbook.xml',
        'xl/worksheets/sheet1.xml',
      ].sort(),
    );
    expect(parts['xl/worksheets/sheet1.xml']).not.toContain('<f');

    const { columns, rows } = await sheet('');
    expect(columns.slice(0, 6)).toEqual(['email', 'note', 'status', 'note', 'validation_status', 'sub_status']);
    const cells = rows.map(({ given }) => given?.cells ?? []);
    expect(cells).toHaveLength(5);
    expect(cells[0]?.slice(0, 8)).toEqual([
      ...['full.1@a.test', 'A, B', 'status', '1', 'risky', 'mailbox_quota_exceeded', '10', 'TRUE'],
    ]);
    expect(cells[1]?.[1]).toBe('=SUM(1)');
    expect(cells[2]?.[2]).toBe('two\nlines');
    expect(cells[3]?.[1]).toBe('<b>&_x0041_\u0001');
    expect(cells[3]?.slice(-2)).toEqual(['beyond', '=too']);
    expect(cells[4]?.slice(0, 5)).toEqual(['valid.2@a.test', '', '', '', 'valid']);
  });

  it('holds every row of many chunks in their order, whatever its form', async () => {
    const addresses = Array.from({ length: 1_300 }, (_, index) => `valid.${index}@b.test`);
    const many = await created(`email\n${addresses.join('\n')}\n`, 'Many');
    expect((await lines('', many)).map(({ email }) => email)).toEqual(addresses);
    expect((await sheet('', many)).rows.map(({ address }) => address)).toEqual(addresses);
  });

  it('has empty cells for rows that a cancel left unchecked', async () => {
    const open = await created(`email\n${'valid.9@c.test\n'.repeat(700)}`, 'Cancelled');
    await service.database.execute("UPDATE batches SET status = 'cancelled' WHERE id = ?", [open]);
    await service.database.execute('UPDATE batch_chunks SET results = NULL WHERE batch_id = ? AND position > 0', [
      open,
    ]);
    const last = (await lines('', open)).at(-1);
    expect(last).toMatchObject({ email: 'valid.9@c.test', status: null, mx_found: null, credits_used: null });
    expect((await sheet('', open)).rows.at(-1)?.given?.cells).toEqual(['valid.9@c.test']);
    expect(await lines('status=unchecked&columns=address', open)).not.toHaveLength(0);
  });

  it.each(['jsonl', 'xlsx'])('answers HEAD, faults and callers who go away as with CSV, %s', async (format) => {
    const head = await download(`format=${format}`, 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await download(`format=${format}`, 'GET', 999_999)).status).toBe(404);

    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `GET /v1/validate/batch/${id}/download?format=${format} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${customer.token}\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.destroy();
    expect((await download(`format=${format}`)).status).toBe(200);
  });

  it.each(['format=xls', 'format=', 'format=csv&format=xlsx'])(
    'refuses a form that there is not: %s',
    async (query) => {
      expect((await download(query)).status).toBe(400);
    },
  );

  it('is not there when its rows were deleted', async () => {
    const gone = await created('email\nvalid.1@d.test\n', 'Gone');
    await service.app.get(BatchesRepository, { strict: false }).purge(gone);
    for (const format of ['jsonl', 'xlsx']) {
      const response = await download(`format=${format}`, 'GET', gone);
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: 'Results not available', message: 'Results file not found.' },
      ]);
    }
  });
});
