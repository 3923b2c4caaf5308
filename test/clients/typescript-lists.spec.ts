import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmailValidation, TimeoutError, type ClientOptions } from '../../clients/typescript/src';
import { listName } from '../../clients/typescript/src/list-name';
import { readCsv } from '../../src/batches/intake/csv';
import { lineFault, tidyLine } from '../../src/common/one-line';
import { FlakyService } from './flaky-service';

describe('lists as the TypeScript client sends them', () => {
  let flaky: FlakyService;
  let folder: string;

  beforeEach(async () => {
    flaky = await FlakyService.start();
    flaky.answer = { id: 7 };
    folder = mkdtempSync(join(tmpdir(), 'evs_client_'));
  });

  afterEach(async () => {
    await flaky.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const client = (options: Partial<ClientOptions> = {}): EmailValidation =>
    new EmailValidation({ url: flaky.url, token: 'token', maxRetryDelayMs: 5, ...options });

  function makePipe(): string {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    return path;
  }

  it('sends all of a pipe in each attempt', async () => {
    const path = makePipe();
    const list = `email\r\n${'jane@ok.test\r\n'.repeat(20_000)}`;
    flaky.faults = [{ status: 503, headers: { 'Retry-After': '0', Connection: 'close' } }, 'reset-after-effect'];
    const sent = client().validateBatch(path);
    const writer = await open(path, 'w');
    await writer.writeFile(list);
    await writer.close();
    expect((await sent).id).toBe(7);
    expect(flaky.seen.map(({ body }) => [body.includes(list), body.includes('name="name"\r\n\r\npipe\r\n')])).toEqual(
      Array(3).fill([true, true]),
    );
    expect(flaky.effects).toBe(1);
  });

  it('ends with its signal while nobody writes into a pipe', async () => {
    const abort = new AbortController();
    const sent = client().validateBatch(makePipe(), { signal: abort.signal });
    setImmediate(() => {
      abort.abort(new Error('Enough.'));
    });
    await expect(Promise.resolve(sent)).rejects.toThrow('Enough.');
    expect(flaky.seen).toEqual([]);
  });

  it('sends each address of an array, blank ones too, whatever is said of columns', async () => {
    const emails = ['valid@sandbox.test', '', ' ', 'a"b,c@ok.test'];
    flaky.faults = [{ status: 503 }];
    await client().validateBatch(emails, { name: 'mine', column: 2, hasHeader: false });
    expect(flaky.seen.map(({ headers, body }) => [headers['content-type'], JSON.parse(body) as unknown])).toEqual(
      Array(2).fill(['application/json', { name: 'mine', emails }]),
    );
  });

  it('numbers the rows of an array that is too long for JSON and has blank addresses', async () => {
    const emails = Array.from({ length: 100_001 }, (_, index) => (index === 1 ? '' : `a${index}@ok.test`));
    const sent = async (): Promise<string[]> => {
      await client().validateBatch(emails);
      return (flaky.seen.at(-1)?.body.split('\r\n\r\n').at(-2) ?? '').split('\r\n').slice(0, 4);
    };
    expect(await sent()).toEqual(['email,row', '"a0@ok.test",1', '"",2', '"a2@ok.test",3']);
    // As the service reads them.
    const { rows } = await readCsv(new Blob([(await sent()).join('\r\n')]).stream());
    const read: string[] = [];
    for await (const some of rows) read.push(...some.map(({ address }) => address));
    expect(read).toEqual(emails.slice(0, 3));
    emails[1] = 'a1@ok.test';
    expect(await sent()).toEqual(['email', '"a0@ok.test"', '"a1@ok.test"', '"a2@ok.test"']);
  });

  it('gives a list the time that its bytes take at the least rate of the service, and says how long that was', async () => {
    const hanging: typeof fetch = (_, init) =>
      new Promise((__, reject) => {
        init?.signal?.addEventListener('abort', () => {
          reject(new TypeError('fetch failed'));
        });
      });
    const slow = client({ fetch: hanging, timeoutMs: 10, retries: 0 });
    const list = new Blob([new Uint8Array(10_000)]);
    const error = await slow.validateBatch(list).then(null, (fault: unknown) => fault);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ message: 'The service did not answer within 600 ms.' });
    const exact = slow.validateBatch(list, { timeoutMs: 20 });
    await expect(Promise.resolve(exact)).rejects.toThrow('within 20 ms');
  });

  it.each([
    ['news\u200b.csv', 'news .csv'],
    ['a\r\nb\u0007.csv', 'a b .csv'],
    ['\u202e', 'list'],
    ['\u3164 ', 'list'],
    [' My list.csv', 'My list.csv'],
    ['x'.repeat(300), 'x'.repeat(255)],
  ])('calls a list after a file so that it is not refused: %j', async (fileName, name) => {
    expect([listName(fileName), lineFault(tidyLine(name), 255)]).toEqual([name, null]);
    await client().validateBatch(new File(['email\n'], fileName));
    expect(flaky.seen[0]?.body).toContain(`name="name"\r\n\r\n${name}\r\n`);
  });
});
