import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { AddressPolicy } from '../../../engine';
import { selfSignedCertificate } from '../../../../test/world/smtp/self-signed-certificate';
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
    if (request.url === '/moved') response.writeHead(302, { location: `https://${HOST}:${port}/` }).end();
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

it('waits no longer than it may', async () => {
  await expect(fetcher({ withinMs: 50 }).get(at('/never'))).rejects.toThrow(/abort|timeout/i);
});

it('believes no certificate that nobody vouches for', async () => {
  await expect(fetcher({ ca: selfSignedCertificate(HOST).cert }).get(at('/'))).rejects.toThrow();
  expect(asked).toEqual([]);
});
