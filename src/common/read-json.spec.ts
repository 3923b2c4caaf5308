import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { readJsonObject } from './read-json';

const LIMITS = { maxBytes: 1024, withinMs: 10_000 };

function request(headers: IncomingHttpHeaders): PassThrough & IncomingMessage {
  const stream = new PassThrough();
  return Object.assign(stream, {
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...headers },
    complete: false,
  }) as unknown as PassThrough & IncomingMessage;
}

function read(body: string | Buffer, headers: IncomingHttpHeaders = {}): Promise<object> {
  const incoming = request(headers);
  incoming.end(body);
  incoming.complete = true;
  return readJsonObject(incoming, LIMITS);
}

describe('readJsonObject', () => {
  const text = '{"name":"Jörg"}';

  it.each<[string, string | Buffer, IncomingHttpHeaders]>([
    ['UTF-8', text, {}],
    ['UTF-8 by name', text, { 'content-type': 'Application/JSON; charset="UTF-8"' }],
    ['a byte order mark', `\uFEFF${text}`, {}],
    ['UTF-16', Buffer.from(text, 'utf16le'), { 'content-type': 'application/json;charset=utf-16' }],
    ['gzip', gzipSync(text), { 'content-encoding': 'gzip' }],
    ['deflate', deflateSync(text), { 'content-encoding': 'Deflate' }],
    ['br', brotliCompressSync(text), { 'content-encoding': 'br' }],
  ])('reads %s', async (_, body, headers) => {
    expect(await read(body, headers)).toEqual({ name: 'Jörg' });
  });

  it('takes an empty body for an empty object', async () => {
    expect(await read('')).toEqual({});
  });

  it.each<[string, string | Buffer, IncomingHttpHeaders]>([
    ['half of an object', '{"a":', {}],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}],
    ['another charset', text, { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['a broken gzip', gzipSync(text).subarray(0, 20), { 'content-encoding': 'gzip' }],
    ['no gzip', text, { 'content-encoding': 'gzip' }],
  ])('says of %s that it is not well-formed', async (_, body, headers) => {
    await expect(read(body, headers)).rejects.toMatchObject({
      kind: 'malformed_request',
      message: 'The body is not well-formed JSON in UTF-8.',
    });
  });

  it.each(['null', '"x"', '1', 'true', '[]', `${'['.repeat(500)}${']'.repeat(500)}`])(
    'asks for one object where there is %s',
    async (body) => {
      await expect(read(body)).rejects.toMatchObject({
        kind: 'malformed_request',
        message: expect.stringMatching(/one JSON object/),
      });
    },
  );

  it.each([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/jsonx' },
    { 'transfer-encoding': undefined },
  ])('asks for one object where the headers are %j', async (headers) => {
    await expect(read(text, headers as IncomingHttpHeaders)).rejects.toMatchObject({
      message: expect.stringMatching(/one JSON object/),
    });
  });

  it('reads no more than the limit, packed or not, and nothing of what says that it is longer', async () => {
    const large = JSON.stringify({ a: 'x'.repeat(1024) });
    await expect(read(large)).rejects.toMatchObject({
      kind: 'body_too_large',
      message: 'The body is larger than 1 kB.',
    });
    await expect(read(gzipSync(large), { 'content-encoding': 'gzip' })).rejects.toMatchObject({
      kind: 'body_too_large',
    });
    const announced = request({ 'content-length': '1025' });
    await expect(readJsonObject(announced, LIMITS)).rejects.toMatchObject({ kind: 'body_too_large' });
    expect(announced.readableFlowing).toBe(null);
  });

  it('waits no longer than it should', async () => {
    const slow = request({});
    slow.write('{');
    await expect(readJsonObject(slow, { ...LIMITS, withinMs: 20 })).rejects.toMatchObject({
      kind: 'request_timeout',
      message: 'The body was not complete within 0.02 s.',
    });
  });

  it('ends with the caller who goes', async () => {
    const broken = request({});
    broken.write('{');
    const reading = readJsonObject(broken, LIMITS);
    broken.destroy();
    await expect(reading).rejects.toMatchObject({ message: expect.stringMatching(/before its body was complete/) });
    await expect(readJsonObject(broken, LIMITS)).rejects.toMatchObject({ kind: 'malformed_request' });
  });
});
