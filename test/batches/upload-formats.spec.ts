import { readdirSync } from 'node:fs';
import { makeWorkbook, rowXml } from '../fixtures/xlsx/workbook';
import { eventually } from '../support/eventually';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';
import { ScriptedEngine } from './scripted-engine';

describe.each(setUps)('lists as people have them, %s', (name) => {
  let setUp: SetUp;
  let service: BatchService;
  let customer: Customer;

  beforeAll(async () => {
    setUp = await makeSetUp(name);
    service = await BatchService.start(setUp.env, new ScriptedEngine());
    customer = await service.customer(1000);
  });

  afterAll(async () => {
    await service.stop();
    await setUp.remove();
  });

  function form(file: string | Buffer, fields: Record<string, string>): FormData {
    const data = new FormData();
    data.set('name', 'A list');
    for (const [field, value] of Object.entries(fields)) data.set(field, value);
    data.set('file', new Blob([new Uint8Array(Buffer.from(file))]), 'list.csv');
    return data;
  }

  async function post(data: FormData): Promise<[number, Record<string, unknown>]> {
    const response = await service.request(customer, '', { method: 'POST', body: data });
    return [response.status, (await response.json()) as Record<string, unknown>];
  }

  /** The results, without what was found about the addresses but their status. */
  async function results(file: string | Buffer, fields: Record<string, string>): Promise<string[][]> {
    const [status, body] = await post(form(file, fields));
    if (status !== 201) throw new Error(JSON.stringify(body));
    await service.completed(customer, body['id'] as number);
    const rows = await service.results(customer, body['id'] as number);
    const width = rows[0]?.indexOf('status') ?? 0;
    return rows.map((cells) => cells.slice(0, width + 1));
  }

  it('checks the column that is named, and gives every column back as it came', async () => {
    expect(await results('Name;Mail\nJane;valid.1@a.test\nJoe;invalid.1@a.test\n', { column: 'mail' })).toEqual([
      ['Name', 'Mail', 'status'],
      ['Jane', 'valid.1@a.test', 'valid'],
      ['Joe', 'invalid.1@a.test', 'invalid'],
    ]);
  });

  it('checks a list without a header, and its results can be uploaded as they are', async () => {
    const rows = await results('Jane,valid.2@a.test\nJoe,invalid.2@a.test\n', { column: '2', has_header: 'false' });
    expect(rows).toEqual([
      ['column_1', 'email', 'status'],
      ['Jane', 'valid.2@a.test', 'valid'],
      ['Joe', 'invalid.2@a.test', 'invalid'],
    ]);
    const again = await results(rows.map((cells) => cells.join(',')).join('\n'), {});
    expect(again[1]).toEqual(['Jane', 'valid.2@a.test', 'valid']);
  });

  it('checks one address a line', async () => {
    expect(await results('valid.3@a.test\nvalid.4@a.test', { has_header: 'false' })).toEqual([
      ['email', 'status'],
      ['valid.3@a.test', 'valid'],
      ['valid.4@a.test', 'valid'],
    ]);
  });

  it('reads Windows-1252, and gives UTF-8 back', async () => {
    const file = Buffer.from('email;Ort\nvalid.5@a.test;K\xf6ln \x80\n', 'latin1');
    expect(await results(file, { encoding: 'windows-1252' })).toEqual([
      ['email', 'Ort', 'status'],
      ['valid.5@a.test', 'Köln €', 'valid'],
    ]);
  });

  it('refuses Windows-1252 of which nothing is said, as ever', async () => {
    for (const fields of [{}, { encoding: 'auto' }]) {
      expect(await post(form(Buffer.from('email\nj\xf6rg@a.test\n', 'latin1'), fields))).toEqual([
        422,
        {
          error: 'Invalid request',
          message: 'Line 2 holds bytes that are neither UTF-8 nor UTF-16. Save the list as "CSV UTF-8" and send that.',
        },
      ]);
    }
  });

  it.each([
    ['a@a.test,b\n', { has_header: 'perhaps' }, { has_header: ['The has_header field must be true or false.'] }],
    [
      'a@a.test,b\n',
      { has_header: 'false', column: 'mail' },
      { column: ['The column field must be the number of a column, from 1, when has_header is false.'] },
    ],
    [
      'email\n',
      { encoding: 'ebcdic' },
      {
        encoding: ['The encoding field must be one of auto, utf-8, utf-16le, utf-16be, windows-1252, iso-8859-1.'],
      },
    ],
  ])('refuses fields that say nothing of use: %j with %j', async (file, fields, errors) => {
    expect(await post(form(file, fields))).toEqual([422, { message: Object.values(errors)[0]?.[0], errors }]);
  });

  it('refuses fields that come behind the file, unless they are blank', async () => {
    const sentence = 'The column field must come before the file in the form: the list is read as it comes in.';
    const late = form('email\nvalid.6@a.test\n', {});
    late.append('column', 'email');
    expect(await post(late)).toEqual([422, { message: sentence, errors: { column: [sentence] } }]);
    const blank = form('email\nvalid.6@a.test\n', {});
    blank.append('encoding', '');
    expect((await post(blank))[0]).toBe(201);
    await eventually('nothing is left of what was refused', async () => {
      const left = await service.database.query("SELECT 1 FROM batches WHERE status = 'uploading'");
      return left.length === 0;
    });
  });

  it('says which columns there are when the one that is named is not', async () => {
    expect(await post(form('Name,E-mail\nx,y\n', { column: 'Mail' }))).toEqual([
      422,
      {
        error: 'Invalid request',
        message: 'The CSV file must contain the column "Mail" in its first row. Columns seen: "Name", "E-mail".',
      },
    ]);
  });

  it('reads an Excel workbook, whatever it is called, and leaves no file behind', async () => {
    const people = rowXml('Name', 'Mail') + rowXml('J\u00f6rg', 'valid.7@a.test') + rowXml('Joe', 'invalid.7@a.test');
    expect(await results(makeWorkbook(people), { column: 'Mail', sheet: 'list' })).toEqual([
      ['Name', 'Mail', 'status'],
      ['J\u00f6rg', 'valid.7@a.test', 'valid'],
      ['Joe', 'invalid.7@a.test', 'invalid'],
    ]);
    expect(readdirSync(setUp.env['DATA_DIR']!).filter((file) => file.startsWith('upload-'))).toEqual([]);
  });

  it.each([
    [
      makeWorkbook(rowXml('Contact') + rowXml('x')),
      {},
      'must contain an "email" column in its first row. Columns seen: "Contact".',
    ],
    [makeWorkbook(rowXml('email') + rowXml('x')), { sheet: '2' }, 'has no sheet "2". Sheets seen: "List".'],
    [makeWorkbook(rowXml('email') + rowXml('x')).subarray(0, -30), {}, 'damaged or incomplete'],
    [Buffer.from('PK\x03\x04'), {}, 'damaged or incomplete'],
  ])('refuses a workbook that is no list, and keeps nothing of it', async (file, fields, sentence) => {
    expect(await post(form(file, fields))).toEqual([
      422,
      { error: 'Invalid request', message: expect.stringContaining(sentence) as string },
    ]);
    expect(await service.database.query("SELECT 1 FROM batches WHERE status = 'uploading'")).toEqual([]);
  });

  it('takes more workbooks than it reads at a time', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        post(form(makeWorkbook(rowXml('email') + rowXml(`valid.8${index}@a.test`)), {})),
      ),
    );
    expect(all.map(([status]) => status)).toEqual(all.map(() => 201));
  });
});
