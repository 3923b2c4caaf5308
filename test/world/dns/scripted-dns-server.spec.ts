import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import { setTimeout } from 'node:timers/promises';
import { encode } from 'dns-packet';
import { ScriptedDnsServer, type ScriptedDnsOptions } from './scripted-dns-server';

/** Node's own resolver (c-ares) is the judge: it knows nothing of ours. */
describe('ScriptedDnsServer, asked by node:dns', () => {
  let server: ScriptedDnsServer;

  async function start(options: ScriptedDnsOptions): Promise<dns.Resolver> {
    server = new ScriptedDnsServer(options);
    const { address, port } = await server.start();
    const resolver = new dns.Resolver({ timeout: 200, tries: 1 });
    resolver.setServers([`${address}:${port}`]);
    return resolver;
  }

  afterEach(async () => {
    await server.stop();
  });

  it('gives the records of its zones', async () => {
    const resolver = await start({
      zones: {
        'ok.test': { mx: [[10, 'mx.ok.test']], txt: ['v=spf1 -all'] },
        'mx.ok.test': { a: ['127.0.0.1'], aaaa: ['::1'], ttl: 77 },
        'null.test': { mx: [[0, '.']] },
        '1.0.0.127.in-addr.arpa': { ptr: ['localhost.test'] },
      },
    });
    await expect(resolver.resolveMx('OK.test')).resolves.toEqual([{ exchange: 'mx.ok.test', priority: 10 }]);
    await expect(resolver.resolveMx('null.test')).resolves.toEqual([{ exchange: '', priority: 0 }]);
    await expect(resolver.resolve4('mx.ok.test', { ttl: true })).resolves.toEqual([{ address: '127.0.0.1', ttl: 77 }]);
    await expect(resolver.resolve6('mx.ok.test')).resolves.toEqual(['::1']);
    await expect(resolver.resolveTxt('ok.test')).resolves.toEqual([['v=spf1 -all']]);
    await expect(resolver.resolvePtr('1.0.0.127.in-addr.arpa')).resolves.toEqual(['localhost.test']);
    expect(server.count('ok.test', 'MX')).toBe(1);
    expect(server.total).toBe(6);
  });

  it('follows aliases', async () => {
    const resolver = await start({ zones: { 'www.a.test': { cname: 'b.test' }, 'b.test': { a: ['127.0.0.2'] } } });
    await expect(resolver.resolve4('www.a.test')).resolves.toEqual(['127.0.0.2']);
  });

  it.each([
    ['nxdomain', 'ENOTFOUND'],
    ['nodata', 'ENODATA'],
    ['servfail', 'ESERVFAIL'],
    ['refused', 'EREFUSED'],
    ['formerr', 'EFORMERR'],
    ['silent', 'ETIMEOUT'],
    ['wrong_id', 'ETIMEOUT'],
    ['wrong_question', 'ETIMEOUT'],
    ['other_port', 'ETIMEOUT'],
  ] as const)('plays %s', async (behaviour, code) => {
    const resolver = await start({ zones: { 'bad.test': { mx: [[10, 'mx.bad.test']], behaviour } } });
    await expect(resolver.resolveMx('bad.test')).rejects.toMatchObject({ code });
  });

  it('tells a missing name from a name without records', async () => {
    const resolver = await start({ zones: { 'deep.a.test': { a: ['127.0.0.1'] } } });
    await expect(resolver.resolve4('nowhere.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolver.resolve4('a.test')).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('truncates what does not fit and gives the whole over TCP', async () => {
    const mx = Array.from({ length: 60 }, (_, i): [number, string] => [i, `mx${i}.mail.many.test`]);
    const resolver = await start({
      zones: { 'many.test': { mx }, 'cut.test': { mx: [[1, 'm.test']], truncate: true } },
    });
    await expect(resolver.resolveMx('many.test')).resolves.toHaveLength(60);
    await expect(resolver.resolveMx('cut.test')).resolves.toHaveLength(1);
    expect(server.asked.map((question) => question.transport)).toEqual(['udp', 'tcp', 'udp', 'tcp']);
  });

  it('moves through a script, one entry a question, and starts anew when it is set', async () => {
    const resolver = await start({ zones: { 'a.test': [{ behaviour: 'servfail' }, { a: ['127.0.0.1'] }] } });
    await expect(resolver.resolve4('a.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    await expect(resolver.resolve4('a.test')).resolves.toEqual(['127.0.0.1']);
    server.set('a.test', { behaviour: 'nxdomain' });
    await expect(resolver.resolve4('a.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('can say something else for one type', async () => {
    const resolver = await start({
      zones: { 'a.test': { mx: [[5, 'a.test']], types: { A: { behaviour: 'servfail' } } } },
    });
    await expect(resolver.resolveMx('a.test')).resolves.toHaveLength(1);
    await expect(resolver.resolve4('a.test')).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });

  it('makes names up', async () => {
    const resolver = await start({
      wildcard: (name) => (name.endsWith('.made.test') ? { a: ['127.0.0.1'] } : undefined),
    });
    await expect(resolver.resolve4('anything.made.test')).resolves.toEqual(['127.0.0.1']);
    await expect(resolver.resolve4('anything.else.test')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('loses the given share of questions, the same ones for the same seed', async () => {
    const first = await idsAnswered(100, { drop: { fraction: 0.2, seed: 7 } });
    const again = await idsAnswered(100, { drop: { fraction: 0.2, seed: 7 } });
    const other = await idsAnswered(100, { drop: { fraction: 0.2, seed: 8 } });
    expect(first.length).toBeGreaterThan(65);
    expect(first.length).toBeLessThan(95);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  /** Which of the questions with ids 0 to `count - 1` get an answer, asked one after the other from one socket. */
  async function idsAnswered(count: number, options: ScriptedDnsOptions): Promise<number[]> {
    server = new ScriptedDnsServer(options);
    const { address, port } = await server.start();
    const client = createSocket('udp4');
    const answered: number[] = [];
    client.on('message', (message) => answered.push(message.readUInt16BE(0)));
    for (let id = 0; id < count; id++) {
      client.send(encode({ type: 'query', id, questions: [{ name: 'a.test', type: 'A' }] }), port, address);
    }
    while (server.total < count) await setTimeout(5);
    await setTimeout(20);
    client.close();
    await server.stop();
    return answered.sort((one, two) => one - two);
  }

  it('answers late when told so', async () => {
    const resolver = await start({ zones: { 'slow.test': { a: ['127.0.0.1'], delayMs: 60 } } });
    const before = performance.now();
    await resolver.resolve4('slow.test');
    expect(performance.now() - before).toBeGreaterThanOrEqual(55);
  });
});
