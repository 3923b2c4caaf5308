import { DatabaseUnavailableError } from '../../src/database/database.errors';
import { EventRecorder } from '../../src/feedback/record/event-recorder';
import { BatchService, type Customer } from '../batches/batch-service';
import { makeWorkbook, rowXml } from '../fixtures/xlsx/workbook';
import { Person } from '../management/person';
import { setUps } from '../support/set-ups';
import { FeedbackClient } from './feedback-service';

const at = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString();

describe.each(setUps)('imports of feedback, %s', (setUpName) => {
  let service: BatchService;
  let feedback: FeedbackClient;
  let customer: Customer;

  beforeAll(async () => {
    service = await BatchService.shared(setUpName, { BATCH_MAX_FILE_KB: '2000' });
    feedback = new FeedbackClient(service);
  });

  beforeEach(async () => {
    customer = await feedback.customer();
  });

  type Answer = { status: number; body: Record<string, unknown> };

  const formOf = (file: string | Uint8Array, fields: Record<string, string> = {}): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new Blob([file]), 'export.csv');
    return form;
  };

  async function send(
    file: string | Uint8Array | FormData,
    query = '',
    fields: Record<string, string> = {},
    who = customer,
  ): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${service.port}/v1/feedback/imports${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${who.token}` },
      body: file instanceof FormData ? file : formOf(file, fields),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const taken = (rows: number, more: object = {}) => ({
    status: 200,
    body: {
      rows,
      accepted: rows,
      duplicates: 0,
      events: expect.any(Object) as object,
      rejected_count: 0,
      rejected: [],
      ...more,
    },
  });
  const refused = (message: RegExp) => ({
    status: 422,
    body: { error: 'Invalid request', message: expect.stringMatching(message) as string },
  });
  const knownOf = async (email: string): Promise<string | null> =>
    (await feedback.known(customer, email))?.known ?? null;

  it('take each row by itself, and change the next verdict', async () => {
    const csv = [
      'email,type,occurred_at,smtp_code,enhanced_code,diagnostic,id',
      `valid.gone@import.test,hard_bounce,${at(1)},550,5.1.1,550 5.1.1 user unknown,1`,
      `valid.cross@import.test,complaint,${at(1)},,,,2`,
      `no address,complaint,${at(1)},,,,3`,
      `"valid.two@import.test",soft_bounce,${at(1)},452,4.2.2,"mailbox full,\nor so",4`,
      `valid.old@import.test,complaint,1970-01-01,,,,5`,
      `valid.odd@import.test,opened,${at(1)},,,,6`,
    ].join('\r\n');
    expect(await feedback.single(customer, 'valid.gone@import.test')).toMatchObject({ status: 'valid' });
    expect(await send(csv)).toEqual(
      taken(6, {
        accepted: 3,
        rejected_count: 3,
        rejected: [
          { line: 4, message: '"email" must be an email address.' },
          { line: 7, message: '"occurred_at" must be of the last two years.' },
          { line: 8, message: expect.stringContaining('"type" must be one of') as string },
        ],
      }),
    );
    expect(await feedback.single(customer, 'valid.gone@import.test')).toMatchObject({ status: 'invalid' });
    expect(await feedback.single(customer, 'valid.cross@import.test')).toMatchObject({ status: 'risky' });
    expect((await send(csv)).body).toMatchObject({ rows: 6, accepted: 0, duplicates: 3, rejected_count: 3 });
    expect((await feedback.events(customer)).events).toHaveLength(3);
    const entries = await service.database.query<{ details: string; via: string }>(
      "SELECT details, via FROM audit_entries WHERE organization_id = ? AND action = 'feedback_import' ORDER BY id",
      [customer.organizationId],
    );
    expect(entries.map(({ details, via }) => [JSON.parse(details) as object, via])).toEqual([
      [{ rows: 6, accepted: 3 }, 'token'],
      [{ rows: 6, accepted: 0 }, 'token'],
    ]);
  });

  it('refuse rows whose recipient is no address, by the name of its column', async () => {
    const rows = ['a@b', 'joe@ok.test.', 'mailto:m@ok.test', 'jörg@münchen.test'].map(
      (address) => `${address},${at(1)}`,
    );
    expect((await send(['Recipient,Date', ...rows].join('\n'))).body).toMatchObject({
      rows: 4,
      accepted: 1,
      rejected: [2, 3, 4].map((line) => ({ line, message: '"Recipient" must be an email address.' })),
    });
  });

  it('take rows without ids for different ones where any cell is, and each once', async () => {
    const csv = [
      'email,type,occurred_at,smtp_code,enhanced_code,message_id,scope',
      `u@apart.test,bounce,${at(1)},450,,<1@x>,`,
      `u@apart.test,bounce,${at(1)},550,5.1.1,<2@x>,`,
      `u@apart.test,unsubscribe,${at(1)},,,,news`,
      `u@apart.test,unsubscribe,${at(1)},,,,offers`,
    ].join('\n');
    expect((await send(csv)).body).toMatchObject({ rows: 4, accepted: 4, duplicates: 0 });
    expect((await send(csv)).body).toMatchObject({ rows: 4, accepted: 0, duplicates: 4 });
    expect(await knownOf('u@apart.test')).toBe('hard_bounce');
  });

  it.each([
    ['Mailgun', 'address,code,error,created_at', ['550', '5.1.1 user unknown', at(1)], 'hard_bounce'],
    [
      'SparkPost',
      'recipient;type;source;description;created',
      ['transactional', 'Bounce Rule', 'x', at(1)],
      'suppressed',
    ],
    ['Amazon SES', 'EmailAddress\tReason\tLastUpdateTime', ['COMPLAINT', at(1)], 'complaint'],
    ['SendGrid', 'status,reason,email,created', null, 'hard_bounce'],
  ])('read the exports of %s', async (name, header, cells, kind) => {
    const [delimiter = ','] = /[,;\t]/.exec(header) ?? [];
    const email = `${name.toLowerCase().replace(/ /g, '')}@exports.test`;
    const row = cells === null ? ['5.1.1', '550 5.1.1 user unknown', email, at(1)] : [email, ...cells];
    expect(await send(`\ufeff${header}\n${row.join(delimiter)}\n`)).toEqual(taken(1));
    expect(await knownOf(email)).toBe(kind);
  });

  it('say in the address of the request what the rows of a bare list do not', async () => {
    const list = (name: string): string => `Email\na.${name}@bare.test\nb.${name}@bare.test\n`;
    expect(await send(list('x'))).toEqual(refused(/^The first row must name a column "occurred_at"/));
    const time = `occurred_at=${at(2).slice(0, 10)}`;
    for (const [query, kind] of [
      [`?${time}`, 'suppressed'],
      [`?${time}&type=hard_bounce`, 'hard_bounce'],
      [`?${time}&type=complaint`, 'complaint'],
      [`?${time}&type=delivered`, 'delivered'],
    ] as const) {
      expect(await send(list(kind), query)).toEqual(taken(2));
      expect(await knownOf(`a.${kind}@bare.test`)).toBe(kind);
      expect((await send(list(kind), query)).body).toMatchObject({ accepted: 0, duplicates: 2 });
    }
    // What a row says goes before it, and so do the words of a host.
    const rows = `email,type,error\nx@bare.test,complaint,\ny@bare.test,,550 5.7.1 blocked using zen.spamhaus.org\n`;
    expect(await send(rows, `?${time}&type=hard_bounce`)).toEqual(taken(2));
    expect([await knownOf('x@bare.test'), await knownOf('y@bare.test')]).toEqual(['complaint', null]);
    for (const query of ['?type=opened', '?type=block&type=x', '?occurred_at=yesterday', '?occurred_at=']) {
      expect([query, (await send(list('y'), query)).status]).toEqual([query, query === '?occurred_at=' ? 422 : 400]);
    }
  });

  it('are read as the lists of a batch are', async () => {
    const time = `?occurred_at=${at(2).slice(0, 10)}`;
    const utf16 = Buffer.from('\ufeffemail;note\na@formats.test;x\n', 'utf16le');
    expect(await send(utf16, time)).toEqual(taken(1));
    expect(await send('b@formats.test\nc@formats.test\n', time, { has_header: 'false' })).toEqual(taken(2));
    expect(await send('who,email\nd@formats.test,x\n', time, { column: 'who' })).toEqual(taken(1));
    expect(await knownOf('d@formats.test')).toBe('suppressed');
    const latin = Buffer.from('email\nj\u00f6rg@formats.test\n', 'latin1');
    expect(await send(latin, time, { encoding: 'windows-1252' })).toEqual(taken(1));
    expect(await knownOf('j\u00f6rg@formats.test')).toBe('suppressed');
    const rows = [
      ['Recipient', 'Event', 'Created'],
      ['e@formats.test', 'spam', at(1)],
      ['nobody', 'spam', at(1)],
    ];
    const workbook = makeWorkbook(rows.map((cells) => rowXml(...cells)).join(''));
    expect(await send(workbook)).toEqual(
      taken(2, {
        accepted: 1,
        rejected_count: 1,
        rejected: [{ line: 3, message: '"Recipient" must be an email address.' }],
      }),
    );
    expect(await knownOf('e@formats.test')).toBe('complaint');
  });

  it('say which column is wrong by its name, and what rows without an effect were read as', async () => {
    const csv = [
      'Email,Type,Date',
      'a@kinds.test,bounce,20/11/2026',
      'b@kinds.test,bounce,1970-01-01',
      `c@kinds.test,bounce,${at(1)}`,
      `d@kinds.test,bounce,${at(1)}`,
      `e@kinds.test,hard_bounce,${at(1)}`,
    ].join('\n');
    const nothing = { soft_bounce: 0, block: 0, complaint: 0, unsubscribe: 0, suppressed: 0, delivered: 0 };
    const events = { ...nothing, hard_bounce: 1, unknown: 2 };
    const rejected = [
      { line: 2, message: expect.stringMatching(/^"Date" must be a time: 2026-01-05, /) as string },
      { line: 3, message: '"Date" must be of the last two years.' },
    ];
    expect(await send(csv)).toEqual(taken(5, { accepted: 3, events, rejected_count: 2, rejected }));
    expect((await send(csv)).body).toMatchObject({ accepted: 0, duplicates: 3, events });
    expect([await knownOf('c@kinds.test'), await knownOf('e@kinds.test')]).toEqual([null, 'hard_bounce']);
    // A time that can not be read is not put right by the one for all.
    expect((await send(csv, `?occurred_at=${at(2).slice(0, 10)}`)).body).toMatchObject({ rejected_count: 2 });
  });

  it.each([
    ['an empty file', '', /empty/],
    [
      'no column of addresses',
      'contact,created\na@b.test,2026-01-01\n',
      /^The CSV file must contain an "email" column/,
    ],
    ['no rows', 'email,created\n', /no rows/],
    ['too many columns', `email,created${',x'.repeat(2000)}\n`, /columns/],
    ['an open quote', 'email,created\n"a@b.test,2026-01-01\n', /quote/],
    ['bytes that are no text', Buffer.from('email,created\n\u0000\u0001\n'), /.{10}/],
    ['an archive', Buffer.from('1f8b0800000000000003', 'hex'), /.{10}/],
  ])('refuse %s in the form of a batch', async (_, file, message) => {
    expect(await send(file)).toEqual(refused(message));
    expect((await feedback.events(customer)).events).toEqual([]);
  });

  it('keep what stood in front of a fault, and say so', async () => {
    const row = (index: number): string => `u${index}@fault.test,${at(1).slice(0, 10)},${'x'.repeat(60)}`;
    const good = ['email,created,note', ...Array.from({ length: 1500 }, (_, index) => row(index))].join('\n');
    const answer = await send(`${good}\nx@fault.test,"2026\n`);
    expect(answer).toEqual(refused(/1500 rows in front of it were taken; rows that are sent again count once\.$/));
    expect((await send(good)).body).toMatchObject({ rows: 1500, accepted: 0, duplicates: 1500 });
  });

  it('tell the first hundred faults of more', async () => {
    const csv = `email,created\n${`nobody,2026-01-01\n`.repeat(250)}`;
    const { status, body } = await send(csv);
    expect([status, body['rows'], body['rejected_count']]).toEqual([200, 250, 250]);
    expect(body['rejected']).toHaveLength(100);
    expect((body['rejected'] as { line: number }[])[99]).toMatchObject({ line: 101 });
  });

  it('have the limits of uploads', async () => {
    const large = `email,created\n${`u@large.test,${at(1)},\n`.repeat(60_000)}`;
    expect(await send(large)).toMatchObject({
      status: 422,
      body: { errors: { file: ['The file field must not be greater than 2000 kilobytes.'] } },
    });
    expect((await send(new FormData())).status).toBe(422);
    const other = new FormData();
    other.set('list', new Blob(['email\n']), 'x.csv');
    expect((await send(other)).body).toMatchObject({ errors: { file: [expect.any(String)] } });
    const response = await feedback.ask(customer, '/v1/feedback/imports', { method: 'POST', body: '{}' });
    expect([response.status, await response.json()]).toEqual([
      422,
      {
        message: expect.stringContaining('form with the field "file"') as string,
        errors: { file: [expect.any(String)] },
      },
    ]);
    const reader = await feedback.customer(['feedback:read', 'validate:batch']);
    expect((await send('email\n', '', {}, reader)).status).toBe(403);
  });

  it('are sent again where the database went away in between, and count once', async () => {
    const csv = ['email,created', ...Array.from({ length: 250 }, (_, at_) => `u${at_}@again.test,${at(1)}`)].join('\n');
    const recorder = service.app.get(EventRecorder);
    const record = recorder.record.bind(recorder);
    let writes = 0;
    const spy = jest.spyOn(recorder, 'record').mockImplementation((...given) => {
      writes += 1;
      return writes === 2 ? Promise.reject(new DatabaseUnavailableError()) : record(...given);
    });
    const broken = await send(csv);
    spy.mockRestore();
    expect([broken.status, broken.body['message']]).toEqual([503, expect.stringContaining('Send the file again')]);
    expect(await send(csv)).toEqual(taken(250, { accepted: 150, duplicates: 100 }));
  });

  it('end where their right ends', async () => {
    const csv = ['email,created', ...Array.from({ length: 20_000 }, (_, at_) => `u${at_}@ended.test,${at(1)}`)].join(
      '\n',
    );
    const recorder = service.app.get(EventRecorder);
    const record = recorder.record.bind(recorder);
    const spy = jest.spyOn(recorder, 'record').mockImplementation(async (...given) => {
      const counts = await record(...given);
      await service.database.execute(
        'UPDATE tokens SET revoked_at = 1 WHERE account_id IN (SELECT account_id FROM memberships WHERE organization_id = ?)',
        [customer.organizationId],
      );
      return counts;
    });
    const { status } = await send(csv);
    spy.mockRestore();
    expect(status).toBe(401);
    const [row] = await service.database.query<{ count: number }>(
      'SELECT COUNT(*) AS count FROM feedback_events WHERE organization_id = ?',
      [customer.organizationId],
    );
    expect(Number(row?.count)).toBeLessThan(20_000);
  });

  it('are the business of owners and admins, for people', async () => {
    const request = (to: string, init: RequestInit) => fetch(`http://127.0.0.1:${service.port}${to}`, init);
    const owner = await Person.signUp({ request });
    const member = await (await Person.signUp({ request })).joins(owner, 'member');
    const admin = await (await Person.signUp({ request })).joins(owner, 'admin');
    const stranger = await Person.signUp({ request });
    const path = `/v1/organizations/${owner.organizationId}/feedback/imports?occurred_at=2026-11-01&type=complaint`;
    const post = async ({ cookie }: Person, headers: Record<string, string> = { 'X-CSRF': '1' }): Promise<Answer> => {
      const body = formOf('Email Address\nperson@import.test\n');
      const response = await request(path, { method: 'POST', headers: { ...headers, Cookie: cookie }, body });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    expect(await post(owner)).toEqual(taken(1));
    expect((await post(admin)).body).toMatchObject({ duplicates: 1 });
    expect([await post(member), await post(stranger), await post(owner, {})].map(({ status }) => status)).toEqual([
      403, 404, 403,
    ]);
    const entries = await service.database.query<{ account_id: number; via: string }>(
      "SELECT account_id, via FROM audit_entries WHERE organization_id = ? AND action = 'feedback_import' ORDER BY id",
      [owner.organizationId],
    );
    expect(entries).toEqual([owner, admin].map(({ id }) => ({ account_id: id, via: 'session' })));
    // A token's permissions are what it may do, whoever made it.
    const made = await member.post<{ token: string }>('/v1/tokens', { name: 'x', permissions: ['feedback:write'] });
    const headers = {
      Authorization: `Bearer ${made.body.token}`,
      'X-Organization-ID': String(owner.organizationId),
    };
    const asToken = async (to: string, init: RequestInit) => (await request(to, { ...init, headers })).status;
    const list = { method: 'POST', body: formOf(`email,date\ntoken@import.test,${at(1)}\n`) };
    expect(await asToken('/v1/feedback/imports', list)).toBe(200);
    expect(await asToken('/v1/feedback/addresses/token@import.test', { method: 'DELETE' })).toBe(204);
  });
});
