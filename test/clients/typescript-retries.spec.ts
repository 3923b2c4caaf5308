import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConnectionError,
  EmailValidation,
  RateLimitError,
  ServerError,
  TimeoutError,
  type ClientOptions,
} from '../../clients/typescript/src';
import { eventually } from '../support/eventually';
import { inFastForward } from '../support/fast-forward-timers';
import { FlakyService, type Fault } from './flaky-service';

describe('the TypeScript client where the service fails', () => {
  let flaky: FlakyService;

  beforeEach(async () => {
    flaky = await FlakyService.start();
  });

  afterEach(() => flaky.stop());

  const client = (options: Partial<ClientOptions> = {}): EmailValidation =>
    new EmailValidation({ url: `${flaky.url}/v1/`, token: 'token', maxRetryDelayMs: 5, ...options });

  const passing: [string, Fault][] = [
    ['408', { status: 408 }],
    ['429', { status: 429, headers: { 'Retry-After': '0' } }],
    ['500', { status: 500 }],
    ['503 of a proxy, in HTML', { status: 503, body: '<html>Bad gateway</html>' }],
    ['409 while the same request runs', { status: 409, headers: { 'Retry-After': '0' } }],
    ['a connection that is reset', 'reset'],
    ['a connection that is reset after the effect', 'reset-after-effect'],
  ];

  it.each(passing)('tries again after %s: one effect, one key', async (_, fault) => {
    flaky.faults = [fault, fault];
    flaky.answer = { status: 'valid' };
    expect(await client().validate('jane@ok.test')).toEqual({ status: 'valid' });
    expect(flaky.seen).toHaveLength(3);
    expect(new Set(flaky.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(flaky.effects).toBe(1);
  });

  it('sends a whole list again, out of a file and out of a stream', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'evs_client_'));
    const path = join(folder, 'list.csv');
    writeFileSync(path, 'email\r\njane@ok.test\r\n');
    flaky.answer = { id: 7 };
    for (const source of [path, new Blob(['email\r\njane@ok.test\r\n']).stream()]) {
      flaky.faults = ['reset-after-effect', { status: 503 }];
      expect((await client().validateBatch(source, { name: 'A "list"' })).id).toBe(7);
    }
    expect(flaky.seen).toHaveLength(6);
    for (const { body, path: to } of flaky.seen) {
      expect(to).toBe('/v1/validate/batch');
      expect(body).toContain('name="name"\r\n\r\nA "list"\r\n');
      expect(body).toContain('email\r\njane@ok.test\r\n');
    }
    expect(flaky.effects).toBe(2);
    rmSync(folder, { recursive: true });
  });

  describe('with a file', () => {
    let folder: string;
    let path: string;

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'evs_client_'));
      path = join(folder, 'list.csv');
      writeFileSync(path, 'email\r\njane@ok.test\r\n');
    });

    afterEach(() => {
      rmSync(folder, { recursive: true, force: true });
    });

    const refusing: typeof fetch = () => Promise.reject(new TypeError('fetch failed'));

    const isOpen = (): boolean =>
      readdirSync('/proc/self/fd').some((fd) => {
        const target = join('/proc/self/fd', fd);
        return existsSync(target) && readlinkSync(target) === path;
      });

    it('leaves none open where the service can not be reached', async () => {
      const list = client({ fetch: refusing }).validateBatch(path);
      await expect(Promise.resolve(list)).rejects.toThrow(ConnectionError);
      expect(isOpen()).toBe(false);
    });

    it('leaves none open where the connection is reset in the middle of it', async () => {
      writeFileSync(path, Buffer.alloc(20_000_000, 'jane@ok.test\n'));
      const server = createServer((request) => request.once('data', () => request.socket.resetAndDestroy()));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await expect(Promise.resolve(client({ url }).validateBatch(path))).rejects.toThrow(ConnectionError);
      await eventually('its files are closed', () => !isOpen());
      server.close();
    });

    it.each([
      ['can not be read', 'EISDIR', () => folder],
      ['is gone when it is to be sent again', 'ENOENT', () => path],
    ])('that %s, says so at once, and not that the service is away', async (_, code, source) => {
      flaky.faults = [{ status: 503 }];
      const onRetry = jest.fn(() => {
        rmSync(path, { force: true });
      });
      const list = client({ onRetry }).validateBatch(source());
      await expect(Promise.resolve(list)).rejects.toMatchObject({ code });
      expect(onRetry.mock.calls.length).toBeLessThan(2);
    });

    it('that is gone while the service is away, ends no process', async () => {
      const onRetry = (): void => {
        rmSync(path, { force: true });
      };
      const list = client({ fetch: refusing, onRetry }).validateBatch(path);
      await expect(Promise.resolve(list)).rejects.toThrow(ConnectionError);
    });
  });

  it('takes a key of the caller, and makes another for each call', async () => {
    await client().validate('a@ok.test', { idempotencyKey: 'mine' });
    await client().validate('a@ok.test');
    await client().validate('a@ok.test');
    const keys = flaky.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toBe('mine');
    expect(new Set(keys).size).toBe(3);
  });

  it('waits as long as it is asked to', async () => {
    flaky.faults = [{ status: 429, headers: { 'Retry-After': '1' } }];
    await inFastForward(() => client({ maxRetryDelayMs: 2000 }).credits());
    const [first, second] = flaky.seen;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1000);
  });

  it('throws at once where it is asked to wait for longer than it may', async () => {
    flaky.faults = [{ status: 429, headers: { 'Retry-After': '3600' } }];
    const error = await client()
      .credits()
      .catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfter: 3600, requestId: 'req-1', message: 'Scripted 429.' });
    expect(flaky.seen).toHaveLength(1);
  });

  it('reads Retry-After as a date too', async () => {
    const headers = { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() };
    flaky.faults = [{ status: 503, headers }];
    const error = await client()
      .credits()
      .catch((fault: unknown) => fault);
    expect((error as RateLimitError).retryAfter).toBeGreaterThan(3500);
  });

  it('gives up after its attempts, with what went wrong last', async () => {
    flaky.faults = Array.from({ length: 9 }, () => ({ status: 500 }));
    await expect(client({ retries: 2 }).credits()).rejects.toThrow(ServerError);
    expect(flaky.seen).toHaveLength(3);
    flaky.faults = Array.from({ length: 9 }, () => 'reset' as const);
    const broken = await client({ retries: 1 })
      .credits()
      .catch((fault: unknown) => fault);
    expect(broken).toBeInstanceOf(ConnectionError);
    expect((broken as Error).message).toMatch(/can't be reached: .*(ECONNRESET|other side closed|socket)/);
  });

  it.each([400, 401, 402, 403, 404, 409, 413, 422])('does not try %s again', async (status) => {
    flaky.faults = [{ status }];
    await expect(client().validate('a@ok.test')).rejects.toMatchObject({ status, message: `Scripted ${status}.` });
    expect(flaky.seen).toHaveLength(1);
  });

  it('goes on waiting for a list through a longer fault', async () => {
    flaky.faults = Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? { status: 503 } : 'reset'));
    flaky.answer = { status: 'completed' };
    expect(await client().batch(1).wait()).toEqual({ status: 'completed' });
    expect(flaky.seen).toHaveLength(10);
  });

  it('says of a download that broke off that it did', async () => {
    const headers = { 'Content-Length': '100', Connection: 'close' };
    flaky.faults = [{ status: 503 }, { status: 200, headers, body: 'email\r\n' }];
    const reader = (await client().batch(1).download()).getReader();
    const read = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(read()).rejects.toThrow(ConnectionError);
  });

  it('waits for an answer no longer than it may', async () => {
    flaky.faults = ['silence'];
    await expect(client({ timeoutMs: 50, retries: 0 }).credits()).rejects.toThrow(TimeoutError);
  });

  it('tries again where no answer came in time', async () => {
    flaky.faults = ['silence'];
    expect(await inFastForward(() => client({ timeoutMs: 1000, retries: 20 }).credits())).toEqual({});
    expect(flaky.seen.length).toBeGreaterThan(1);
  });

  it('ends with its signal, while it waits for an answer and between attempts', async () => {
    const answer = new AbortController();
    flaky.faults = ['silence'];
    const asked = client().credits({ signal: answer.signal });
    await eventually('it is asked', () => flaky.seen.length === 1);
    answer.abort(new Error('Enough.'));
    await expect(asked).rejects.toThrow('Enough.');

    flaky.faults = [{ status: 429, headers: { 'Retry-After': '30' } }];
    const signal = AbortSignal.timeout(100);
    const waiting = client({ maxRetryDelayMs: 60_000 }).credits({ signal });
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(client().credits({ signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
