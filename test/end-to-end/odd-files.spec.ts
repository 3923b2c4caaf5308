import { gzipSync } from 'node:zlib';
import { TestService, type TestAccount } from '../support/service';
import { setUps } from '../support/set-ups';

const HEADER = 'email';
const ROW = 'not an address';
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

/** Rows are malformed addresses: free, and settled without a mail host. */
describe.each(setUps)('files that people upload, %s', (setUpName) => {
  let service: TestService;
  let account: TestAccount;

  beforeAll(async () => {
    service = await TestService.shared(setUpName, { SMTP_PROBE: 'off' });
    account = await service.account();
  });

  async function upload(content: string | Buffer): Promise<{ status: number; body: Record<string, unknown> }> {
    const form = new FormData();
    form.set('name', 'A list');
    form.set('file', new Blob([new Uint8Array(Buffer.from(content))]), 'list.csv');
    const response = await service.request('/v1/validate/batch', { method: 'POST', token: account.token, body: form });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it.each([
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), /PNG/],
    ['a zip file', Buffer.from('PK\x03\x04\0\0\0\0', 'latin1'), /zip/i],
    ['a gzip file', gzipSync(`${HEADER}\n${ROW}\n`), /gzip/],
    ['one NUL', Buffer.from([0]), /./],
    ['commas alone', ',,,\n,,,\n', /is empty/],
    ['a line of 2 MiB', `${HEADER}\n${'x'.repeat(2 * 1024 * 1024)}\n`, /line 2/],
    ['a header of 2 MiB', 'x'.repeat(2 * 1024 * 1024), /./],
    ['an unclosed quote', `${HEADER},n\n${ROW},"1\n${ROW},2\n`, /line 2/],
    ['blank lines below the header', `${HEADER}\n\n\n`, /no rows/],
    ['1,001 columns', `${HEADER}${',x'.repeat(1000)}\n${ROW}\n`, /has 1001 columns/],
    ['rows of one cell below 1,000', `${HEADER}${','.repeat(999)}\n${`${ROW}\n`.repeat(2000)}`, /header's 1000 cells/],
  ])('refuses %s with a sentence, and stores and charges nothing', async (_, content, sentence) => {
    const before = await service.balance(account.organizationId);
    const { status, body } = await upload(content);
    expect([status, body]).toEqual([
      422,
      { error: 'Invalid request', message: expect.stringMatching(sentence) as string },
    ]);
    expect(await service.balance(account.organizationId)).toBe(before);
    expect(await service.database.query("SELECT 1 FROM batches WHERE status = 'uploading'")).toEqual([]);
  });

  it.each([
    ['UTF-16', utf16(`${HEADER}\n${ROW}\n`), 1],
    ['a byte order mark and quotes', `\ufeff"${HEADER}"\r\n"${ROW}"\r\n`, 1],
    ['semicolons', `n;E-MAIL;Email\n1;x;${ROW}\n`, 1],
    ['names that are special to JavaScript', `__proto__,constructor,${HEADER},toString\n1,2,${ROW},3\n`, 1],
    ['1,000 columns', `${HEADER}${',x'.repeat(999)}\n${ROW}${','.repeat(999)}\n`, 1],
    ['line ends of old', `${HEADER}\r${ROW}\rother\r`, 2],
    ['a newline within a cell', `note,${HEADER}\n"a\nb",${ROW}\n`, 1],
  ])('takes %s', async (_, content, rows) => {
    const { status, body } = await upload(content);
    expect({ status, total: body['total_count'] }).toEqual({ status: 201, total: rows });
  });
});
