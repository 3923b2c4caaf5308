import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../support/eventually';
import { setUps } from '../support/set-ups';
import type { Customer } from './batch-client';
import { BatchService } from './batch-service';

const BOUNDARY = 'a-boundary';

describe.each(setUps)('uploads, %s', (name) => {
  let service: BatchService;
  let customer: Customer;

  beforeAll(async () => {
    service = await BatchService.shared(name, { BATCH_MAX_FILE_KB: '1024' });
    customer = await service.customer(1000);
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

  function form(parts: Record<string, string | [content: string, fileName: string]>): FormData {
    const data = new FormData();
    for (const [field, value] of Object.entries(parts)) {
      if (typeof value === 'string') data.append(field, value);
      else data.append(field, new Blob([value[0]]), value[1]);
    }
    return data;
  }

  async function post(body: RequestInit['body'], headers: Record<string, string> = {}): Promise<[number, unknown]> {
    const response = await fetch(`http://127.0.0.1:${service.port}/v1/validate/batch`, {
      method: 'POST',
      body: body ?? null,
      headers: { ...headers, Authorization: `Bearer ${customer.token}` },
    });
    return [response.status, await response.json()];
  }

  const CSV: [string, string] = ['email\nvalid.1@upload.test\n', 'list.csv'];

  it('takes the name before and after the file', async () => {
    expect((await post(form({ name: 'Before', file: CSV })))[0]).toBe(201);
    expect((await post(form({ file: CSV, name: 'After' })))[1]).toMatchObject({ name: 'After', total_count: 1 });
  });

  it('takes a name of 255 characters, however many bytes they have', async () => {
    const long = '😀'.repeat(255);
    expect((await post(form({ name: long, file: CSV })))[1]).toMatchObject({ name: long });
    expect(await post(form({ name: `${long}x`, file: CSV }))).toEqual([
      422,
      {
        message: 'The name field must not be greater than 255 characters.',
        errors: { name: ['The name field must not be greater than 255 characters.'] },
      },
    ]);
    expect((await post(form({ name: 'x'.repeat(100_000), file: CSV })))[0]).toBe(422);
  });

  it.each([
    ['no name', { file: CSV }, { name: ['The name field is required.'] }],
    ['a blank name', { name: ' \t', file: CSV }, { name: ['The name field is required.'] }],
    ['no file', { name: 'x' }, { file: ['The file field is required.'] }],
    ['neither', { other: 'x' }, { name: ['The name field is required.'], file: ['The file field is required.'] }],
    [
      'a file in another field',
      { name: 'x', list: CSV },
      { file: ['The file must come in the field "file", not in "list".'] },
    ],
    [
      'text in place of the file',
      { name: 'x', file: 'email' },
      { file: ['The file field must be a file, with a file name.'] },
    ],
  ])('refuses a form with %s', async (_, parts, errors) => {
    const [status, body] = await post(form(parts));
    expect([status, body]).toEqual([422, { message: Object.values(errors)[0]?.[0], errors }]);
  });

  it('refuses a second file', async () => {
    const data = form({ name: 'x', file: CSV });
    data.append('file', new Blob(['email\nvalid.2@upload.test\n']), 'second.csv');
    expect(await post(data)).toEqual([
      422,
      { message: 'The form may hold one file only.', errors: { file: ['The form may hold one file only.'] } },
    ]);
  });

  it('refuses a body that is no form, and says so', async () => {
    const [status, body] = await post('<name>x</name>', { 'Content-Type': 'application/xml' });
    expect([status, (body as { message: string }).message]).toEqual([
      422,
      'The request must be a multipart/form-data form with the fields "name" and "file", or a list as text/csv, text/plain, application/json or an Excel workbook (.xlsx); this one is application/xml.',
    ]);
    expect((await post('x', { 'Content-Type': 'multipart/form-data' }))[0]).toBe(400);
  });

  it.each([
    ['', 'The file is empty: it holds no header row and no addresses.'],
    [
      'contact\u200b,name\na@b.test,x\n',
      'The CSV file must contain an "email" column in its first row. Columns seen: "contact<U+200B>", "name".',
    ],
    ['email\n', 'The file holds a header row and no rows below it.'],
    ['email\n"a@b.test\n', expect.stringContaining('line 2') as string],
    ['PK\u0003\u0004 a zip', expect.any(String) as string],
  ])('refuses the file %j as a list', async (content, message) => {
    expect(await post(form({ name: 'x', file: [content, 'x.csv'] }))).toEqual([
      422,
      { error: 'Invalid request', message },
    ]);
  });

  it('stores nothing of a file whose fault is far behind', async () => {
    const rows = Array.from({ length: 20_000 }, (_, index) => `valid.${index}@far.test`).join('\n');
    const [status, body] = await post(form({ name: 'x', file: [`email\n${rows}\n"open`, 'x.csv'] }));
    expect([status, body]).toEqual([
      422,
      { error: 'Invalid request', message: expect.stringContaining('20002') as string },
    ]);
  });

  it('refuses a file over the limit, and the connection goes on', async () => {
    const rows = 'valid.1@large.test\n'.repeat(80_000);
    const sentence = 'The file field must not be greater than 1024 kilobytes.';
    for (let times = 0; times < 3; times += 1) {
      const answer = await post(form({ name: 'x', file: [`email\n${rows}`, 'x.csv'] }));
      expect(answer).toEqual([422, { message: sentence, errors: { file: [sentence] } }]);
    }
    const chunked = new ReadableStream<Uint8Array>({
      start(controller) {
        const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\nemail\n`;
        controller.enqueue(Buffer.from(head + rows));
        controller.close();
      },
    });
    const init: RequestInit & { duplex: 'half' } = { body: chunked, duplex: 'half', method: 'POST' };
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const response = await service.request(customer, '', init, { 'Content-Type': type });
    expect([response.status, await response.json()]).toEqual([
      422,
      { message: sentence, errors: { file: [sentence] } },
    ]);
  });

  it('refuses the whole batch when its credits do not suffice', async () => {
    const poor = await service.customer(2);
    const response = await service.upload(
      poor,
      'email\nvalid.1@p.test\nvalid.2@p.test\nvalid.3@p.test\nvalid.3@p.test\n',
    );
    expect([response.status, await response.json()]).toEqual([
      402,
      {
        error: 'Insufficient credits',
        message: 'You need at least 3 credits for this; your organization has 2.',
      },
    ]);
    expect(await service.balance(poor.organizationId)).toBe(2);
    const enough = await service.upload(poor, 'email\nvalid.1@p.test\nvalid.2@p.test\nvalid.2@p.test\nnonsense\n');
    expect(enough.status).toBe(201);
  });

  it('lets two uploads that only one balance suffices for through once', async () => {
    const poor = await service.customer(3);
    const csv = 'email\nvalid.1@race.test\nvalid.2@race.test\n';
    const responses = await Promise.all([1, 2, 3, 4].map(() => service.upload(poor, csv)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 402, 402, 402]);
  });

  async function open(body: string, headers: string[]): Promise<Socket> {
    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    const head = [
      'POST /v1/validate/batch HTTP/1.1',
      'Host: 127.0.0.1',
      `Authorization: Bearer ${customer.token}`,
      `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    return socket;
  }

  const PART =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n` +
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\nemail\nvalid.1@cut.test\n`;

  it('refuses a form that ends before its last boundary', async () => {
    for (const body of [PART, PART.slice(0, 60), `${PART}\r\n--${BOUNDARY}`]) {
      const socket = await open(body, [`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close']);
      let answer = '';
      socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
      await once(socket, 'close');
      expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"message":"The form ends before its last boundary/);
    }
  });

  it('keeps nothing of an upload whose caller goes away', async () => {
    const rows = 'valid.1@gone.test\n'.repeat(20_000);
    const socket = await open(PART + rows, ['Content-Length: 1000000']);
    await eventually('the upload has begun', async () => {
      return (await service.database.query("SELECT 1 FROM batches WHERE status = 'uploading'")).length === 1;
    });
    socket.destroy();
    await eventually('it is gone', async () => {
      return (await service.database.query("SELECT 1 FROM batches WHERE status = 'uploading'")).length === 0;
    });
    const answer = await post(form({ name: 'Next', file: CSV }));
    expect(answer[0]).toBe(201);
  });

  it('shows nobody an upload that is still going on', async () => {
    const socket = await open(PART + 'valid.2@open.test\n'.repeat(20_000), ['Content-Length: 1000000']);
    let id = 0;
    await eventually('the upload has begun', async () => {
      const rows = await service.database.query<{ id: number }>("SELECT id FROM batches WHERE status = 'uploading'");
      id = rows[0]?.id ?? 0;
      return id > 0;
    });
    expect((await service.request(customer, `/${id}`)).status).toBe(404);
    expect((await service.request(customer, `/${id}/download`)).status).toBe(404);
    socket.destroy();
  });
});
