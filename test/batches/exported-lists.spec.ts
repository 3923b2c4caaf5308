import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BatchContinuedResponse } from '../../src/batches/api/batch-continued.response';
import type { BatchCreatedResponse } from '../../src/batches/api/batch-created.response';
import type { BatchRowsResponse } from '../../src/batches/api/batch-rows.response';
import { makeWorkbook, rowXml } from '../fixtures/xlsx/workbook';
import { setUps } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { unzip } from './unzip';

const OURS =
  'status,sub_status,confidence,mx_found,smtp_valid,is_disposable,is_catch_all,is_role_account,did_you_mean,credits_used';
const VALID = 'valid,,95,true,true,false,,false,,1';

describe.each(setUps)('lists as they are exported, %s', (name) => {
  let service: BatchService;
  let customer: Customer;

  beforeAll(async () => {
    service = await BatchService.shared(name);
  });

  beforeEach(async () => {
    customer = await service.customer();
  });

  async function upload(
    file: string | Buffer,
    fields: Record<string, string> = {},
  ): Promise<[number, BatchCreatedResponse]> {
    const data = new FormData();
    for (const [field, value] of Object.entries({ name: 'A list', ...fields })) data.set(field, value);
    data.set('file', new Blob([new Uint8Array(Buffer.from(file))]), 'list.csv');
    const response = await service.request(customer, '', { method: 'POST', body: data });
    return [response.status, (await response.json()) as BatchCreatedResponse];
  }

  async function checked(file: string | Buffer, fields: Record<string, string> = {}): Promise<number> {
    const [status, body] = await upload(file, fields);
    if (status !== 201) throw new Error(JSON.stringify(body));
    await service.completed(customer, body.id);
    return body.id;
  }

  async function lines(id: number, query = ''): Promise<string[]> {
    const response = await service.request(customer, `/${id}/download${query}`);
    return (await response.text()).slice(0, -2).split('\r\n');
  }

  describe('the column of the addresses', () => {
    const created = { id: expect.any(Number) as number, name: 'A list', status: 'pending', total_count: 1 };
    const message = 'Batch validation started';

    it.each(['E-Mail', 'Email Address', 'EMAIL_ADDRESS', 'mail', 'e\u200b-mail'])(
      'is read by its only other spelling, and the answer says so: %j',
      async (header) => {
        const [status, body] = await upload(`id;${header}\n1;valid.1@a.test\n`);
        const seen = header.replace('\u200b', '');
        expect([status, body]).toEqual([201, { ...created, message, email_column: seen }]);
        await service.completed(customer, body.id);
        expect(await lines(body.id)).toEqual([`id,${seen},${OURS}`, `1,valid.1@a.test,${VALID}`]);
      },
    );

    it.each(['email', ' EMAIL\u200b', '"Email"'])('is not mentioned where it is called %j', async (header) => {
      expect(await upload(`mail,${header}\nx,valid.1@a.test\n`)).toEqual([201, { ...created, message }]);
    });

    it.each([
      ['id,Kontakt\n1,valid.1@a.test\n', { column: '2' }, { email_column: 'Kontakt' }],
      ['id,Kontakt\n1,valid.1@a.test\n', { column: 'kontakt' }, { email_column: 'Kontakt' }],
      [`id,"${'x'.repeat(400)}\n\u0007"\n1,valid.1@a.test\n`, { column: '2' }, { email_column: `${'x'.repeat(254)}…` }],
      ['1,valid.1@a.test\n', { column: '2', has_header: 'false' }, {}],
    ])('is mentioned where it was chosen, and has a name: %j, %j', async (file, fields, more) => {
      expect(await upload(file, fields)).toEqual([201, { ...created, message, ...more }]);
    });

    it('is none where two might be', async () => {
      expect(await upload('E-Mail,mail\nvalid.1@a.test,valid.2@a.test\n')).toEqual([
        422,
        {
          error: 'Invalid request',
          message: 'The CSV file must contain an "email" column in its first row. Columns seen: "E-Mail", "mail".',
        },
      ]);
    });

    it('is found in a workbook alike', async () => {
      const [status, body] = await upload(makeWorkbook(rowXml('Name', 'e_mail') + rowXml('A', 'valid.1@a.test')));
      expect([status, body]).toEqual([201, { ...created, message, email_column: 'e_mail' }]);
    });
  });

  describe('rows with more cells than the header', () => {
    const LIST =
      'name,email\nA,valid.1@a.test,x,=1+1\nB,valid.2@a.test\nC,unknown.3@a.test,,"y, z"\nD,valid.4@a.test,,\n';
    const UNKNOWN = 'unknown,antispam_system,10,true,,false,,false,,0';

    it('keep them at the end of their row in the results', async () => {
      const id = await checked(LIST);
      expect(await lines(id)).toEqual([
        `name,email,${OURS}`,
        `A,valid.1@a.test,${VALID},x,'=1+1`,
        `B,valid.2@a.test,${VALID}`,
        `C,unknown.3@a.test,${UNKNOWN},,"y, z"`,
        `D,valid.4@a.test,${VALID}`,
      ]);
      expect(await lines(id, '?columns=original&status=valid')).toEqual([
        'name,email',
        "A,valid.1@a.test,x,'=1+1",
        'B,valid.2@a.test',
        'D,valid.4@a.test',
      ]);
      expect(await lines(id, '?columns=results&status=unknown')).toEqual([
        `email,${OURS}`,
        `unknown.3@a.test,${UNKNOWN}`,
      ]);
      expect(await lines(id, '?columns=address&status=unknown')).toEqual(['email', 'unknown.3@a.test']);
    });

    it('have them in the ZIP file and on the page, where they are found', async () => {
      const id = await checked(LIST);
      const zip = await service.request(customer, `/${id}/zip`);
      const files = await unzip(Buffer.from(await zip.arrayBuffer()));
      expect(files['A list_unknown.csv']).toBe(`name,email,${OURS}\r\nC,unknown.3@a.test,${UNKNOWN},,"y, z"\r\n`);

      const rows = async (query: string): Promise<BatchRowsResponse> =>
        (await (await service.request(customer, `/${id}/rows${query}`)).json()) as BatchRowsResponse;
      const page = await rows('');
      expect(page.columns).toEqual(['name', 'email']);
      expect(page.rows.map(({ cells }) => cells)).toEqual([
        ['A', 'valid.1@a.test', 'x', '=1+1'],
        ['B', 'valid.2@a.test'],
        ['C', 'unknown.3@a.test', '', 'y, z'],
        ['D', 'valid.4@a.test'],
      ]);
      expect((await rows('?search=y,+z')).rows.map(({ row }) => row)).toEqual([3]);
    });

    it('keep them when a list is gone on with, and when its results are uploaded', async () => {
      const id = await checked(LIST);
      const init = { method: 'POST', body: '{"rows":"unknown"}' };
      const response = await service.request(customer, `/${id}/continue`, init, { 'Content-Type': 'application/json' });
      const next = (await response.json()) as BatchContinuedResponse;
      await service.completed(customer, next.id);
      expect(await lines(next.id)).toEqual([`name,email,${OURS}`, `C,unknown.3@a.test,${UNKNOWN},,"y, z"`]);

      const again = await checked((await lines(id)).join('\r\n'));
      const cached = VALID.replace(/1$/, '0');
      expect((await lines(again))[1]).toBe(`A,valid.1@a.test,${VALID},${cached},x,'=1+1`);
    });

    it('are taken from a workbook alike', async () => {
      const id = await checked(makeWorkbook(rowXml('email') + rowXml('valid.1@a.test', '', '-1')));
      expect(await lines(id)).toEqual([`email,${OURS}`, `valid.1@a.test,${VALID},,'-1`]);
    });

    it.each([
      ['Doe, John,valid.1@a.test', 'Line 3 has 3 cells, but the header has 2. '],
      [`A,valid.1@a.test${',x'.repeat(999)}`, 'Line 3 has 1001 cells; 1000 are the most that can be taken. '],
    ])('are refused where an address would be lost, or there is no end to them: %#', async (row, sentence) => {
      expect(await upload(`name,email\nA,valid.2@a.test\n${row}\n`)).toEqual([
        422,
        { error: 'Invalid request', message: expect.stringContaining(sentence) as string },
      ]);
    });
  });

  it('stores rows that are no longer than the header as ever', async () => {
    const id = await checked('name,email\nA,valid.1@a.test\nB,unknown.2@a.test\n');
    const stored = await service.database.query<{ lines: Buffer }>(
      'SELECT `lines` FROM batch_chunks WHERE batch_id = ?',
      [id],
    );
    expect(JSON.parse((await promisify(gunzip)(stored[0]!.lines)).toString())).toEqual([
      'A,valid.1@a.test',
      'B,unknown.2@a.test',
    ]);
  });
});
