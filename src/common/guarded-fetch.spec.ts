import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressPolicy } from '../engine';
import { selfSignedCertificate } from '../../test/world/smtp/self-signed-certificate';
import { GuardedFetch, type GuardedFetchOptions } from './guarded-fetch';

const HOST = 'certificates.example.com';
const certificate = selfSignedCertificate(HOST);
const looking: string[] = [];
let asked: string[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer(certificate, (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.method === 'POST') {
      request.resume().on('end', () => {
        if (request.url === '/endless') drip(response);
        else if (request.url === '/cut')
          response.writeHead(202, { 'content-length': '9' }).write('x', () => response.destroy());
        else response.writeHead(202).end('y'.repeat(2_000));
      });
    } else if (request.url === '/moved') response.writeHead(302, { location: `https://${HOST}:${port}/` }).end();
    else if (request.url === '/large') response.end('x'.repeat(2_000));
    else if (request.url === '/cut')
      response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy());
    else if (request.url !== '/never') response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
/** A body that comes slowly and never ends. */
function drip(response: ServerResponse): void {
  response.writeHead(202).write('x');
  const dripping = setInterval(() => response.write('x'), 5);
  response.on('close', () => {
    clearInterval(dripping);
  });
}

beforeEach(() => {
  asked = [];
  looking.length = 0;
});

/** A resolver with one answer. */
const resolvesTo = (...addresses: string[]): typeof lookup =>
  ((name: string, _options: unknown, done: (error: null, found: { address: string; family: number }[]) => void) => {
    looking.push(name);
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;

function fetcher(options: Partial<GuardedFetchOptions> & { allowCidrs?: string[] } = {}): GuardedFetch {
  const policy = new AddressPolicy({ allowCidrs: options.allowCidrs ?? ['127.0.0.1/32'] });
  return new GuardedFetch({
    permits: (address) => policy.permits(address),
    withinMs: 5_000,
    maxBytes: 1_000,
    lookup: resolvesTo('127.0.0.1'),
    ca: certificate.cert,
    ...options,
  });
}
const at = (path: string, host = HOST): string => `https://${host}:${port}${path}`;

it('fetches from an address that may be dialled', async () => {
  const answer = await fetcher().get(at('/key?a=b'));
  expect(answer).toEqual({ status: 200, body: Buffer.from('hello') });
  expect(asked).toEqual(['GET /key?a=b']);
});

it('does not follow a redirect', async () => {
  expect(await fetcher().get(at('/moved'))).toMatchObject({ status: 302 });
  expect(asked).toEqual(['GET /moved']);
});

it.each([
  ['loopback', ['127.0.0.1']],
  ['private', ['10.0.0.1']],
  ['link-local, a cloud’s metadata', ['169.254.169.254']],
  ['shared', ['100.64.0.1']],
  ['unspecified', ['0.0.0.0']],
  ['of IPv6, loopback', ['::1']],
  ['of IPv6, mapped', ['::ffff:127.0.0.1']],
  ['of IPv6, by NAT64', ['64:ff9b::7f00:1']],
  ['of IPv6, private', ['fd00::1']],
  ['public beside private', ['93.184.216.34', '127.0.0.1']],
  ['none', []],
])('dials no host whose address is %s', async (_what, addresses) => {
  const guarded = fetcher({ allowCidrs: [], lookup: resolvesTo(...addresses) });
  await expect(guarded.get(at('/'))).rejects.toThrow('may not be dialled');
  expect(asked).toEqual([]);
});

it.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0177.0.0.1'])(
  'dials no literal %s that is not public',
  async (host) => {
    await expect(fetcher({ allowCidrs: [] }).get(at('/', host))).rejects.toThrow('may not be dialled');
    expect([looking, asked]).toEqual([[], []]);
  },
);

it.each([
  'http://certificates.example.com/',
  'file:///etc/passwd',
  'nonsense',
  'https://user:pw@certificates.example.com/',
  '',
])('fetches no %s', async (address) => {
  await expect(fetcher().get(address)).rejects.toThrow(/^Only https|with a user/);
  expect(looking).toEqual([]);
});

it('reads no more than it may', async () => {
  await expect(fetcher().get(at('/large'))).rejects.toThrow('too large');
});

it('takes no half of an answer', async () => {
  await expect(fetcher().get(at('/cut'))).rejects.toThrow();
});

describe('of what is posted', () => {
  const post = { headers: { 'content-type': 'application/json' }, body: '{"a":"ü"}' };

  it('takes the beginning of a long answer', async () => {
    const { status, body } = await fetcher().post(at('/'), post);
    expect([status, body.toString()]).toEqual([202, 'y'.repeat(1_000)]);
    expect(asked).toEqual(['POST /']);
  });

  it.each(['/endless', '/cut'])('takes the status of an answer whose body does not end: %s', async (path) => {
    const { status, body } = await fetcher({ withinMs: 200 }).post(at(path), post);
    expect([status, body.toString()]).toEqual([202, expect.stringMatching(/^x+$/)]);
  });

  it('gives up when it is told to', async () => {
    const end = new AbortController();
    end.abort();
    await expect(fetcher().post(at('/'), { ...post, signal: end.signal })).rejects.toThrow(/abort/i);
    expect(asked).toEqual([]);
  });

  it('goes without TLS only where that is allowed', async () => {
    const plain = `http://${HOST}:${port}/`;
    await expect(fetcher().post(plain, post)).rejects.toThrow('Only https');
    // Our server speaks TLS: it answers what is no TLS by closing.
    await expect(fetcher({ allowHttp: true }).post(plain, post)).rejects.toThrow();
    expect(looking).toEqual([HOST]);
  });
});

it('asks for the port, too', async () => {
  const guarded = fetcher({ permits: (_, asked) => asked !== port });
  await expect(guarded.get(at('/'))).rejects.toThrow('may not be dialled');
});

it('waits no longer than it may', async () => {
  await expect(fetcher({ withinMs: 50 }).get(at('/never'))).rejects.toThrow(/abort|timeout/i);
});

it('believes no certificate that nobody vouches for', async () => {
  await expect(fetcher({ ca: selfSignedCertificate(HOST).cert }).get(at('/'))).rejects.toThrow();
  expect(asked).toEqual([]);
});
