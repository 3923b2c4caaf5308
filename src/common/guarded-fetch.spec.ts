import type { lookup } from 'node:dns';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { AddressPolicy } from '../engine';
import { eventually } from '../../test/support/eventually';
import { selfSignedCertificate } from '../../test/world/smtp/self-signed-certificate';
import { GuardedFetch, type GuardedFetchOptions } from './guarded-fetch';
import { keptConnections } from './kept-connections';

const HOST = 'certificates.example.com';
const certificate = selfSignedCertificate(HOST);
const looking: string[] = [];
let asked: string[] = [];
/** Accepted so far. */
let connections = 0;
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer(certificate, (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.method === 'POST') {
      request.resume().on('end', () => {
        const { socket } = request;
        const isUsedAgain = usedBefore.has(socket);
        usedBefore.add(socket);
        if (request.url === '/endless') drip(response);
        else if (request.url === '/closed' || (request.url === '/closed-again' && isUsedAgain)) socket.destroy();
        else if (request.url === '/brief') response.writeHead(202, { 'keep-alive': 'timeout=1' }).end();
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
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const usedBefore = new WeakSet<object>();
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
  connections = 0;
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

describe('with connections that are kept', () => {
  const post = { headers: {}, body: '{}' };
  /** That reads our server's answers to their end. */
  const keeper = (options: Parameters<typeof fetcher>[0] = {}): GuardedFetch =>
    fetcher({ kept: keptConnections(), maxBytes: 3_000, ...options });
  const openConnections = (): Promise<number> =>
    new Promise((resolve, reject) => {
      server.getConnections((error, count) => {
        if (error === null) resolve(count);
        else reject(error);
      });
    });

  afterEach(() => {
    server.closeAllConnections();
  });

  it('uses one again, when it has the whole answer', async () => {
    const kept = keeper();
    for (const path of ['/', '/', '/cut', '/']) expect((await kept.post(at(path), post)).status).toBe(202);
    expect([asked.length, connections]).toEqual([4, 2]);
    // Every time they were looked up.
    expect(looking).toEqual([HOST, HOST, HOST, HOST]);
  });

  it.each([
    ['inside of a network', ['10.0.0.1'], 'may not be dialled'],
    ['and beside it one inside of a network', ['127.0.0.1', '10.0.0.1'], 'may not be dialled'],
    ['where nobody listens', ['127.0.0.2'], 'ECONNREFUSED'],
  ])('uses none once the host has another address: %s', async (_what, addresses, fault) => {
    let found = ['127.0.0.1'];
    const lookup: GuardedFetchOptions['lookup'] = (name, options, done) => {
      resolvesTo(...found)(name, options, done as never);
    };
    const kept = keeper({ lookup, allowCidrs: ['127.0.0.0/8'] });
    await kept.post(at('/'), post);
    found = addresses;
    await expect(kept.post(at('/'), post)).rejects.toThrow(fault);
    expect([asked.length, connections]).toEqual([1, 1]);
  });

  it('uses none of another host or port', async () => {
    const kept = keeper({ allowHttp: true });
    await kept.post(at('/'), post);
    await expect(kept.post(at('/', 'other.example.com'), post)).rejects.toThrow(/certificate|altnames/i);
    await expect(kept.post(`http://${HOST}:${port}/`, post)).rejects.toThrow();
    expect(asked).toEqual(['POST /']);
  });

  it('posts again by a new one what met one that was closed meanwhile', async () => {
    const kept = keeper();
    await kept.post(at('/'), post);
    expect((await kept.post(at('/closed-again'), post)).status).toBe(202);
    expect([asked, connections]).toEqual([['POST /', 'POST /closed-again', 'POST /closed-again'], 2]);
  });

  it('posts once what met a new one that is closed', async () => {
    const kept = keeper();
    await expect(kept.post(at('/closed'), post)).rejects.toThrow('hang up');
    expect(asked).toEqual(['POST /closed']);
  });

  it('keeps ten of an origin', async () => {
    const kept = keeper();
    await Promise.all(Array.from({ length: 12 }, () => kept.post(at('/'), post)));
    expect(connections).toBe(12);
    await eventually('two are gone', async () => (await openConnections()) === 10);
  });

  it('keeps none that Node would not: one that the server keeps for a second only', async () => {
    const agent = new Agent({ keepAlive: true, timeout: 4000 });
    const options = { agent, method: 'POST', lookup: resolvesTo('127.0.0.1'), ca: certificate.cert };
    for (let number = 0; number < 2; number += 1) {
      const [answer] = (await once(request(at('/brief'), options).end(), 'response')) as [IncomingMessage];
      await once(answer.resume(), 'close');
    }
    agent.destroy();
    const byNode = connections;
    const kept = keeper();
    for (const path of ['/brief', '/brief']) expect((await kept.post(at(path), post)).status).toBe(202);
    expect(connections - byNode).toBe(byNode);
  });
});
