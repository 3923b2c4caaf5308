import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { eventually } from '../support/eventually';
import { setUps } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const CSV_TYPE = { 'Content-Type': 'text/csv' };
const PLAIN = { 'Content-Type': 'text/plain' };
const GZIP = { 'Content-Encoding': 'gzip' };
const OURS =
  'status,sub_status,confidence,mx_found,smtp_valid,is_disposable,is_catch_all,is_role_account,did_you_mean,credits_used';

type Answer = [status: number, body: Record<string, unknown>];

describe.each(setUps)('lists that are the body itself, %s', (name) => {
  let service: BatchService;
  let customer: Customer;

  beforeAll(async () => {
    service = await BatchService.shared(name, { BATCH_MAX_FILE_KB: '4096' });
    customer = await service.customer(1_000_000);
  });

  afterEach(async () => {
    await eventually('nothing is left of a refused upload', async () => {
      const batches = await service.database.query("SELECT 1 FROM batches WHERE status = 'uploading'");
      const chunks = await service.database.query(
        'SELECT 1 FROM batch_chunks WHERE batch_id NOT IN (SELECT id FROM batches)',
      );
      return batches.length + chunks.length === 0;
    });
  });

  async function post(body: string | Uint8Array, headers: Record<string, string>, query = ''): Promise<Answer> {
    const response = await service.request(customer, query, { method: 'POST', body }, headers);
    return [response.status, (await response.json()) as Record<string, unknown>];
  }

  const postJson = (body: unknown): Promise<Answer> => post(JSON.stringify(body), JSON_TYPE);

  /** The cells of the results that the caller sent, after the header. */
  async function rowsOf([status, body]: Answer): Promise<string[]> {
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    await service.completed(customer, Number(body['id']));
    const response = await service.request(customer, `/${String(body['id'])}/download?columns=original`);
    return (await response.text()).split('\r\n').slice(0, -1);
  }

  const fieldFault = (field: string, sentence: string): Answer => [
    422,
    { message: sentence, errors: { [field]: [sentence] } },
  ];
  const unusable = (message: unknown): Answer => [422, { error: 'Invalid request', message }];

  describe('JSON', () => {
    it('is a list of one column, a row for each address, in order', async () => {
      const emails = [
        'valid.1@a.test',
        ' valid.2@a.test ',
        'no address',
        '',
        '=no address',
        'a"b\n,c@a.test',
        'valid.1@a.test',
      ];
      const [status, body] = await postJson({ name: '  News  ', emails });
      expect([status, body]).toMatchObject([201, { name: 'News', total_count: 7, status: 'pending' }]);
      await service.completed(customer, Number(body['id']));
      const response = await service.request(customer, `/${String(body['id'])}/download`);
      const text = await response.text();
      expect(text).toMatch(new RegExp(`^email,${OURS}\r\n`));
      const form = await service.upload(customer, `email\n${emails.slice(0, 3).join('\n')}\n`, 'the same');
      const { id } = (await form.json()) as { id: number };
      await service.completed(customer, id);
      const [, first, second, third] = (await (await service.request(customer, `/${id}/download`)).text()).split(
        '\r\n',
      );
      // All but the prices, which the first of the two has paid.
      for (const line of [first, second, third]) expect(text).toContain(`\r\n${line?.replace(/,\d$/, '') ?? ''}`);
      expect(text).toContain(`\r\n,invalid,failed_syntax_check,`);
      expect(text).toContain(`\r\n"a""b\n,c@a.test",`);
    });

    it('may leave its name out, and put it behind the addresses', async () => {
      expect((await postJson({ emails: ['valid.1@a.test'] }))[1]['name']).toMatch(
        /^List of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
      );
      expect((await postJson({ emails: ['valid.1@a.test'], name: 'Behind' }))[1]['name']).toBe('Behind');
    });

    it('takes 100,000 addresses, and not one more', async () => {
      const emails = Array.from({ length: 100_000 }, (_, index) => `valid.${index}@a.test`);
      const [status, body] = await postJson({ emails });
      expect([status, body['total_count']]).toEqual([201, 100_000]);
      expect(await postJson({ emails: [...emails, 'one@a.test'] })).toEqual(
        fieldFault('emails', 'The emails field must not hold more than 100000 addresses.'),
      );
    });

    it.each([
      ['no addresses', { emails: [] }, 'emails', 'must hold an address at least.'],
      ['no field of addresses', { name: 'x' }, 'emails', 'is required.'],
      ['a text in place of the list', { emails: 'a@b.test' }, 'emails', 'must be a list of strings.'],
      ['an object in place of the list', { emails: { 0: 'a@b.test' } }, 'emails', 'must be a list of strings.'],
      ['a number among them', { emails: ['a@b.test', 5] }, 'emails.1', 'must be a string.'],
      ['a null among them', { emails: [null, 'a@b.test'] }, 'emails.0', 'must be a string.'],
      ['a list among them', { emails: ['a@b.test', ['c@d.test']] }, 'emails.1', 'must be a string.'],
      ['an object among them', { emails: [{ email: 'c@d.test' }] }, 'emails.0', 'must be a string.'],
      ['a blank name', { name: ' ', emails: ['valid.1@a.test'] }, 'name', 'is required.'],
      ['a number for a name', { name: 5, emails: ['valid.1@a.test'] }, 'name', 'must be a string.'],
      [
        'a name that is too long',
        { emails: ['valid.1@a.test'], name: 'x'.repeat(256) },
        'name',
        'must not be greater than 255 characters.',
      ],
      ['a field that nobody knows', { list: [], emails: ['valid.1@a.test'] }, 'list', 'is not known here.'],
      ['what every object has', { emails: ['valid.1@a.test'], constructor: {} }, 'constructor', 'is not known here.'],
      ['a text of more than 1 MiB', { emails: ['x'.repeat(1_200_000)] }, 'emails', 'holds a text of more than 1 MiB.'],
    ])('is refused with %s', async (_, body, field, what) => {
      expect(await postJson(body)).toEqual(fieldFault(field, `The ${field} field ${what}`));
    });

    it('may have its name in the query, which is judged whatever the body is', async () => {
      const body = JSON.stringify({ emails: ['valid.1@a.test'] });
      expect((await post(body, JSON_TYPE, '?name=Asked'))[1]['name']).toBe('Asked');
      expect(await post(body, JSON_TYPE, '?has_header=5')).toEqual(
        fieldFault('has_header', 'The has_header field must be true or false.'),
      );
    });

    it('is refused where a field is given twice', async () => {
      expect(await post('{"name":"a","emails":["valid.1@a.test"],"name":"b"}', JSON_TYPE)).toEqual(
        fieldFault('name', 'The name field is given more than once.'),
      );
    });

    it.each([
      ['cut short', '{"emails":["valid.1@a.test"'],
      ['with a comma too many', '{"emails":["valid.1@a.test",]}'],
      ['with a comma too few', '{"emails":["valid.1@a.test" "valid.2@a.test"]}'],
      ['with two objects', '{"emails":["valid.1@a.test"]}{"emails":[]}'],
      ['with more behind it', '{"emails":["valid.1@a.test"]} x'],
      ['with a key without a value', '{"emails"}'],
      ['with a bracket in place of a key', '{"emails":["valid.1@a.test"],[1]}'],
      ['with a bracket of the other kind', '{"emails":["valid.1@a.test"}]'],
      ['with bytes that are no UTF-8', Buffer.from('{"emails":["j\xf6rg@a.test"]}', 'latin1')],
    ])('that is %s is malformed', async (_, body) => {
      expect(await post(body, JSON_TYPE)).toEqual([400, { message: 'The body is not well-formed JSON in UTF-8.' }]);
    });

    it.each(['["valid.1@a.test"]', '"x"', 'null', '[[[['])('that is no object is malformed: %s', async (body) => {
      expect((await post(body, JSON_TYPE))[0]).toBe(400);
    });

    it('may begin with a byte order mark, and says so when it is in another charset', async () => {
      expect((await post('\ufeff{"emails":["valid.1@a.test"]}', JSON_TYPE))[0]).toBe(201);
      const type = { 'Content-Type': 'application/json; charset=utf-16le' };
      expect((await post(Buffer.from('{"emails":["valid.1@a.test"]}', 'utf16le'), type))[0]).toBe(415);
    });

    it('that is nested without end is refused as it comes', async () => {
      expect((await post(`{"emails":${'['.repeat(3_000_000)}`, JSON_TYPE))[0]).toBe(422);
      expect((await post(`{"emails":["a@b.test",${'{"a":'.repeat(600_000)}`, JSON_TYPE))[0]).toBe(422);
    });
  });

  describe('CSV', () => {
    it('is read as the file of a form, with the fields in the query', async () => {
      const [status, body] = await post('email,name\nvalid.1@a.test,Ann\n', CSV_TYPE, '?name=From%20the%20body');
      expect([status, body]).toMatchObject([201, { name: 'From the body', total_count: 1 }]);
      expect(await rowsOf(await post('x;valid.1@a.test\n', CSV_TYPE, '?column=2&has_header=false'))).toEqual([
        'column_1,email',
        'x,valid.1@a.test',
      ]);
      const chosen = await post('contact,mail\nvalid.1@a.test,x\n', CSV_TYPE, '?column=contact');
      expect(chosen).toMatchObject([201, { email_column: 'contact' }]);
    });

    it('is named after the time where it has no name', async () => {
      expect((await post('email\nvalid.1@a.test\n', CSV_TYPE))[1]['name']).toMatch(/^List of \d{4}-/);
    });

    it('is in the charset that is said, where the query says nothing else', async () => {
      const latin = Buffer.from('email,name\nvalid.1@a.test,J\xf6rg\n', 'latin1');
      const type = { 'Content-Type': 'text/csv; charset="ISO-8859-1"; header=present' };
      expect(await rowsOf(await post(latin, type))).toEqual(['email,name', 'valid.1@a.test,Jörg']);
      const utf8 = 'email,name\nvalid.1@a.test,Jörg\n';
      expect(await rowsOf(await post(utf8, type, '?encoding=utf-8'))).toEqual(['email,name', 'valid.1@a.test,Jörg']);
      expect((await post(latin, { 'Content-Type': 'text/csv; charset=utf-8' }))[0]).toBe(422);
      expect(await post(latin, { 'Content-Type': 'text/csv; charset=koi8-r' })).toEqual([
        415,
        { message: expect.stringMatching(/^The charset of a list like this may be utf-8, /) as string },
      ]);
    });

    it('may have a byte order mark, or be UTF-16', async () => {
      expect(await rowsOf(await post('\ufeffemail\nvalid.1@a.test\n', CSV_TYPE))).toEqual(['email', 'valid.1@a.test']);
      const wide = Buffer.from('\ufeffemail\nvalid.1@a.test\n', 'utf16le');
      expect(await rowsOf(await post(wide, { 'Content-Type': 'text/csv; charset=utf-16' }))).toHaveLength(2);
    });

    it.each([
      ['', 'The file is empty: it holds no header row and no addresses.'],
      ['contact\nvalid.1@a.test\n', expect.stringContaining('must contain an "email" column') as string],
      [gzipSync('email\nvalid.1@a.test\n'), expect.stringContaining('The file is a gzip archive') as string],
    ])('is refused where it is no list', async (body, message) => {
      expect(await post(body, CSV_TYPE)).toEqual(unusable(message));
    });

    it.each([
      ['?name=a&name=b', 'name', 'The name parameter is given more than once.'],
      ['?name=', 'name', 'The name field is required.'],
      ['?name=%E2%80%AE', 'name', 'The name field must be one line without control characters or invisible ones.'],
      ['?has_header=perhaps', 'has_header', 'The has_header field must be true or false.'],
      [
        '?colunm=work',
        'colunm',
        'The colunm parameter is not known here; those that are: name, column, has_header, encoding, sheet.',
      ],
    ])('is refused with the query %s', async (query, field, sentence) => {
      expect(await post('email\nvalid.1@a.test\n', CSV_TYPE, query)).toEqual(fieldFault(field, sentence));
    });

    it('is 413 where it is larger than a file may be', async () => {
      const large = `email\n${`valid.1@a.test\n`.repeat(300_000)}`;
      const tooLarge: Answer = [413, { message: 'The list is larger than 4096 kilobytes.' }];
      expect(await post(large, CSV_TYPE)).toEqual(tooLarge);
      expect(await post(gzipSync(large), { ...CSV_TYPE, ...GZIP })).toEqual(tooLarge);
    });
  });

  it('is refused with a misspelt name in the query whatever its type, and a form is not', async () => {
    const misspelt = [422, expect.objectContaining({ errors: { sheat: [expect.any(String)] } }) as unknown];
    expect(await post('email\nvalid.1@a.test\n', { 'Content-Type': XLSX }, '?sheat=2')).toEqual(misspelt);
    expect(await post('valid.1@a.test\n', PLAIN, '?sheat=2')).toEqual(misspelt);
    expect(await post('{"emails":["valid.1@a.test"]}', JSON_TYPE, '?sheat=2')).toEqual(misspelt);
    const form = new FormData();
    form.set('name', 'A form');
    form.set('file', new Blob(['email\nvalid.1@a.test\n']), 'list.csv');
    const response = await service.request(customer, '?sheat=2', { method: 'POST', body: form });
    expect(response.status).toBe(201);
    await service.completed(customer, ((await response.json()) as { id: number }).id);
  });

  it('and filters of lists and rows with a misspelt name are refused, downloads with one more are not', async () => {
    const [, { id }] = await post('email\nvalid.1@a.test\n', CSV_TYPE);
    await service.completed(customer, Number(id));
    const asked = async (path: string): Promise<unknown[]> => {
      const response = await service.request(customer, path);
      return [response.status, await response.text()];
    };
    const refused = (name: string): unknown[] => [400, expect.stringContaining(`The ${name} parameter is not known`)];
    expect(await asked('?statsu=completed')).toEqual(refused('statsu'));
    expect(await asked(`/${String(id)}/rows?staus=valid`)).toEqual(refused('staus'));
    expect(await asked(`/${String(id)}?utm_source=mail`)).toEqual([200, expect.any(String)]);
    expect(await asked(`/${String(id)}/download?utm_source=mail`)).toEqual([200, expect.any(String)]);
  });

  it('takes a workbook', async () => {
    const form = await service.upload(customer, 'email,n\nvalid.1@a.test,1\nvalid.2@a.test,2\n');
    const { id } = (await form.json()) as { id: number };
    await service.completed(customer, id);
    const workbook = await service.request(customer, `/${id}/download?format=xlsx&columns=original`);
    const bytes = Buffer.from(await workbook.arrayBuffer());
    expect(await rowsOf(await post(bytes, { 'Content-Type': XLSX }, '?sheet=results'))).toEqual([
      'email,n',
      'valid.1@a.test,1',
      'valid.2@a.test,2',
    ]);
    const [status, { message }] = await post(bytes, { 'Content-Type': XLSX }, '?sheet=other');
    expect([status, message]).toEqual([422, 'The workbook has no sheet "other". Sheets seen: "Results".']);
  });

  describe('text with an address a line', () => {
    it.each([
      [
        'without a header',
        'valid.1@a.test\r\n\r\n  valid.2@a.test\nno address',
        '',
        ['email', 'valid.1@a.test', '  valid.2@a.test', 'no address'],
      ],
      ['with the header that is no address', ' Email \nvalid.1@a.test\n', '', [' Email ', 'valid.1@a.test']],
      ['with another spelling of it', 'E-Mail\rvalid.1@a.test', '', ['E-Mail', 'valid.1@a.test']],
      ['with a header of its own', 'Contacts\nvalid.1@a.test', '?has_header=true', ['Contacts', 'valid.1@a.test']],
      ['whose first line is none', 'email\nvalid.1@a.test', '?has_header=false', ['email', 'email', 'valid.1@a.test']],
      [
        'with quotes and commas',
        'a"b,c"@a.test\nx, y\n"open@a.test',
        '',
        ['email', '"a""b,c""@a.test"', '"x, y"', '"""open@a.test"'],
      ],
      ['with a byte order mark', '\ufeffvalid.1@a.test', '', ['email', 'valid.1@a.test']],
    ])('is a list of one column, %s', async (_, body, query, rows) => {
      expect(await rowsOf(await post(body, PLAIN, query))).toEqual(rows);
    });

    it.each([
      ['nothing in it', '', /^The list is empty: it holds no addresses\.$/],
      ['blank lines alone', '\n \r\n', /^The list is empty: it holds no addresses\.$/],
      ['a header alone', 'email\n', /^The list holds a header and no addresses below it\.$/],
      [
        'columns',
        'email,name\nvalid.1@a.test,Ann\n',
        /^Line 2 holds more than one address: "valid.1@a.test,Ann"\. .*text\/csv\.$/,
      ],
      ['several addresses a line', 'valid.1@a.test; valid.2@a.test', /^Line 1 holds more than one address/],
      ['a NUL byte', 'valid.1@a.test\nvalid\0.2@a.test', /^Line 2 holds a NUL byte/],
      ['other bytes', Buffer.from('valid.1@a.test\nj\xf6rg@a.test', 'latin1'), /^Line 2 holds bytes that are neither/],
      ['a line beyond 1 MiB', `valid.1@a.test\n${'x'.repeat(1_300_000)}`, /^Line 2 is longer than 1 MiB/],
    ])('is refused with %s', async (_, body, message) => {
      expect(await post(body, PLAIN)).toEqual(unusable(expect.stringMatching(message)));
    });

    it('has no columns and no sheets', async () => {
      expect(await post('valid.1@a.test', PLAIN, '?column=1')).toEqual(
        fieldFault('column', 'The column field is for lists with columns; a text/plain list has one address a line.'),
      );
      expect((await post('valid.1@a.test', PLAIN, '?sheet=1'))[0]).toBe(422);
    });
  });

  describe('packed with gzip', () => {
    it('is what it unpacks to, in every form', async () => {
      const rows = ['email', 'valid.1@a.test'];
      expect(await rowsOf(await post(gzipSync('email\nvalid.1@a.test\n'), { ...CSV_TYPE, ...GZIP }))).toEqual(rows);
      expect(await rowsOf(await post(gzipSync('valid.1@a.test'), { ...PLAIN, 'Content-Encoding': 'X-GZIP' }))).toEqual(
        rows,
      );
      expect(await rowsOf(await post(gzipSync('{"emails":["valid.1@a.test"]}'), { ...JSON_TYPE, ...GZIP }))).toEqual(
        rows,
      );
      const form = new FormData();
      form.set('name', 'Packed');
      form.set('file', new Blob(['email\nvalid.1@a.test\n']), 'list.csv');
      const made = new Request('http://127.0.0.1/', { method: 'POST', body: form });
      const type = { 'Content-Type': made.headers.get('content-type') ?? '' };
      const bytes = Buffer.from(await made.arrayBuffer());
      const answer = await post(gzipSync(bytes), { ...type, ...GZIP });
      expect(answer[1]).toMatchObject({ name: 'Packed', total_count: 1 });
      expect(await rowsOf(answer)).toEqual(rows);
      const broken = gzipSync(bytes).subarray(0, -20);
      expect((await post(broken, { ...type, ...GZIP }))[0]).toBe(400);
    });

    it.each([
      ['no gzip', Buffer.from('email\nvalid.1@a.test\n')],
      ['nothing', Buffer.alloc(0)],
      ['cut short', gzipSync(`email\n${randomBytes(9000).toString('hex')}@a.test\n`).subarray(0, -30)],
      ['damaged', Buffer.concat([gzipSync('email\nvalid.1@a.test\n').subarray(0, -8), Buffer.alloc(8)])],
    ])('is 400 when it is %s', async (_, body) => {
      const message = 'The body is no gzip data, or it is damaged or not complete.';
      expect(await post(body, { ...CSV_TYPE, ...GZIP })).toEqual([400, { message }]);
      expect((await post(body, { ...JSON_TYPE, ...GZIP }))[0]).toBe(400);
      expect((await post(body, { ...PLAIN, ...GZIP }))[0]).toBe(400);
    });

    it.each(['br', 'deflate', 'zstd', 'gzip, gzip'])('is 415 when it is packed by %s', async (coding) => {
      const response = await service.request(
        customer,
        '',
        { method: 'POST', body: 'email\nvalid.1@a.test\n' },
        { ...CSV_TYPE, 'Content-Encoding': coding },
      );
      expect([response.status, response.headers.get('accept-encoding'), await response.json()]).toEqual([
        415,
        'gzip',
        { message: 'The Content-Encoding of a list may be gzip, or there is none.' },
      ]);
    });
  });
});

describe('a body that unpacks to a thousand times its size', () => {
  let service: BatchService;

  beforeAll(async () => {
    service = await BatchService.shared('embedded');
  });

  const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
  const bomb =
    'The body unpacks to more than 100 times its size, which no list of addresses does. Send it without gzip.';

  it.each([
    ['text/csv', 'email\n', 'valid.1@a.test\n', 413, bomb],
    ['text/plain', '', 'valid.1@a.test\n', 413, bomb],
    ['multipart/form-data; boundary=x', `${part}email\n`, 'valid.1@a.test\n', 413, bomb],
    ['multipart/form-data; boundary=x', '', '--x\r\n\r\nsomething else\r\n', 413, bomb],
    [
      'application/json',
      '{"emails":["x"',
      ',"valid.1@a.test"',
      422,
      'The emails field must not hold more than 100000 addresses.',
    ],
    ['application/json', '{"name":', '          ', 422, 'The name field holds a text of more than 1 MiB.'],
  ])('is refused as it comes, %s', async (type, start, repeated, status, message) => {
    const body = gzipSync(start + repeated.repeat(3_000_000), { level: 9 });
    const response = await service.request(
      await service.customer(),
      '',
      { method: 'POST', body },
      { 'Content-Type': type, 'Content-Encoding': 'gzip' },
    );
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([status, message]);
  });
});
