import { inFastForward } from '../../../test/support/fast-forward-timers';
import { ScriptedDnsServer } from '../../../test/world/dns/scripted-dns-server';
import type { ZoneEntry, Zones } from '../../../test/world/dns/zone';
import { AddressPolicy } from './address-policy';
import { DnsResolver } from './dns-resolver';
import type { MailHost } from './mail-hosts';
import { findMailRoute, type MailRoute } from './mail-route';

const random = { integer: (): number => 0 };
/** Stands for the public internet: one loopback network. */
const policy = new AddressPolicy({ allowCidrs: ['127.0.0.0/24'] });
/** An address that may not be dialled. */
const INSIDE = '127.0.9.9';
const MANY = Array.from({ length: 60 }, (_, i): [number, string] => [i, `mx${i}.many.test`]);

describe('findMailRoute', () => {
  let dns: ScriptedDnsServer;
  let resolver: DnsResolver;

  async function route(zones: Zones, domain = 'a.test', signal?: AbortSignal): Promise<MailRoute> {
    dns = new ScriptedDnsServer({ zones });
    resolver = new DnsResolver({ servers: [await dns.start()], timeoutMs: 5_000, tries: 1 });
    return findMailRoute(resolver, domain, policy, random, signal);
  }

  async function hostsOf(found: MailRoute): Promise<MailHost[]> {
    const hosts: MailHost[] = [];
    if (found.kind === 'hosts') for await (const host of found.hosts()) hosts.push(host);
    return hosts;
  }

  afterEach(() => dns.stop());

  describe('with mail hosts', () => {
    it('gives them best first, with their addresses', async () => {
      const found = await route({
        'a.test': {
          mx: [
            [20, 'MX2.a.test.'],
            [10, 'mx1.a.test'],
          ],
        },
        'mx1.a.test': { a: ['127.0.0.1'] },
        'mx2.a.test': { a: ['127.0.0.2', '127.0.0.3'] },
      });
      expect(found).toMatchObject({
        kind: 'hosts',
        mxFound: true,
        implicit: false,
        names: ['mx1.a.test', 'mx2.a.test'],
      });
      await expect(hostsOf(found)).resolves.toEqual([
        { name: 'mx1.a.test', preference: 10, addresses: ['127.0.0.1'] },
        { name: 'mx2.a.test', preference: 20, addresses: ['127.0.0.2', '127.0.0.3'] },
      ]);
    });

    it('asks for the addresses of the next host when it is wanted, and walks again without asking', async () => {
      const found = await route({
        'a.test': {
          mx: [
            [10, 'mx1.a.test'],
            [20, 'mx2.a.test'],
          ],
        },
        'mx1.a.test': { a: ['127.0.0.1'] },
        'mx2.a.test': { a: ['127.0.0.2'] },
      });
      expect(dns.count('mx2.a.test')).toBe(0);
      await expect(hostsOf(found)).resolves.toHaveLength(2);
      const asked = dns.total;
      await expect(hostsOf(found)).resolves.toHaveLength(2);
      expect(dns.total).toBe(asked);
    });

    it('hands out three hosts with three addresses at most, of 60 MX records', async () => {
      const a = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];
      const found = await route({
        'a.test': { mx: MANY },
        ...Object.fromEntries(MANY.map(([, name]) => [name, { a }])),
      });
      const hosts = await hostsOf(found);
      expect(hosts.map(({ name }) => name)).toEqual(['mx0.many.test', 'mx1.many.test', 'mx2.many.test']);
      expect(hosts.map(({ addresses }) => addresses)).toEqual([a.slice(0, 3), a.slice(0, 3), a.slice(0, 3)]);
      expect(dns.count('mx3.many.test')).toBe(0);
    });

    it('finds the one usable host among the ten best of 60', async () => {
      const found = await route({ 'a.test': { mx: MANY }, 'mx9.many.test': { a: ['127.0.0.1'] } });
      expect(found).toMatchObject({ kind: 'hosts', names: MANY.map(([, name]) => name) });
      await expect(hostsOf(found)).resolves.toEqual([
        { name: 'mx9.many.test', preference: 9, addresses: ['127.0.0.1'] },
      ]);
      const asked = dns.total;
      await expect(hostsOf(found)).resolves.toHaveLength(1);
      expect(dns.total).toBe(asked);
    });

    it('leaves out addresses that may not be dialled, and hosts that have no others', async () => {
      const found = await route({
        'a.test': {
          mx: [
            [1, 'inside.a.test'],
            [2, 'both.a.test'],
          ],
        },
        'inside.a.test': { a: [INSIDE, '10.0.0.1', '0.0.0.0'], aaaa: ['::1', '::ffff:10.0.0.1'] },
        'both.a.test': { a: [INSIDE, '127.0.0.5'] },
      });
      await expect(hostsOf(found)).resolves.toEqual([{ name: 'both.a.test', preference: 2, addresses: ['127.0.0.5'] }]);
    });

    it('follows a mail host that is an alias', async () => {
      const found = await route({
        'a.test': { mx: [[10, 'alias.a.test']] },
        'alias.a.test': { cname: 'mx.b.test' },
        'mx.b.test': { a: ['127.0.0.1'] },
      });
      await expect(hostsOf(found)).resolves.toMatchObject([{ name: 'alias.a.test', addresses: ['127.0.0.1'] }]);
    });

    it('passes over hosts that cannot be used as long as there is one that can', async () => {
      const found = await route({
        'a.test': {
          mx: [
            [0, '.'],
            [1, '127.0.0.1'],
            [2, 'localhost'],
            [3, 'nowhere.test'],
            [4, 'loop.a.test'],
            [5, 'broken.a.test'],
            [6, 'empty.a.test'],
            [7, 'mx.a.test'],
          ],
        },
        'loop.a.test': { cname: 'loop.a.test' },
        'broken.a.test': { behaviour: 'servfail' },
        'empty.a.test': {},
        'mx.a.test': { a: ['127.0.0.1'] },
      });
      expect(found).toMatchObject({ kind: 'hosts', mxFound: true });
      await expect(hostsOf(found)).resolves.toEqual([{ name: 'mx.a.test', preference: 7, addresses: ['127.0.0.1'] }]);
    });

    it('takes the domain itself where it has addresses and no MX', async () => {
      const found = await route({ 'a.test': { a: ['127.0.0.1'] } });
      expect(found).toMatchObject({ kind: 'hosts', mxFound: false, implicit: true, names: ['a.test'] });
      await expect(hostsOf(found)).resolves.toEqual([{ name: 'a.test', preference: 0, addresses: ['127.0.0.1'] }]);
    });
  });

  describe('without', () => {
    it.each<[string, Zones, MailRoute]>([
      ['a null MX', { 'a.test': { mx: [[0, '.']], a: ['127.0.0.1'] } }, { kind: 'null_mx', mxFound: false }],
      ['a null MX with a preference', { 'a.test': { mx: [[10, '.']] } }, { kind: 'null_mx', mxFound: false }],
      ['no such domain', {}, { kind: 'not_found', mxFound: false }],
      ['neither MX nor addresses', { 'a.test': { txt: ['v=spf1 -all'] } }, { kind: 'no_data', mxFound: false }],
      [
        'an alias of nothing',
        { 'a.test': { cname: 'b.test', cnameOnly: true } },
        { kind: 'not_found', mxFound: false },
      ],
      ['hosts that do not exist', { 'a.test': { mx: MANY.slice(0, 10) } }, { kind: 'no_usable_hosts', mxFound: true }],
      [
        'hosts without addresses, the domain having one',
        { 'a.test': { mx: [[1, 'mx.a.test']], a: ['127.0.0.1'] }, 'mx.a.test': {} },
        { kind: 'no_usable_hosts', mxFound: true },
      ],
      ['a single label', { 'a.test': { mx: [[1, 'mail']] } }, { kind: 'no_usable_hosts', mxFound: true }],
      ['an address as host', { 'a.test': { mx: [[1, '127.0.0.1']] } }, { kind: 'unroutable', mxFound: true }],
      ['localhost as host', { 'a.test': { mx: [[1, 'localhost']] } }, { kind: 'unroutable', mxFound: true }],
      [
        'inner addresses alone',
        { 'a.test': { mx: [[1, 'mx.a.test']] }, 'mx.a.test': { a: [INSIDE, '0.0.0.0'] } },
        { kind: 'unroutable', mxFound: true },
      ],
      ['inner addresses of its own', { 'a.test': { a: [INSIDE] } }, { kind: 'unroutable', mxFound: false }],
    ])('%s is an answer', async (_what, zones, expected) => {
      await expect(route(zones)).resolves.toEqual(expected);
    });

    it('does not ask for addresses after a null MX', async () => {
      await route({ 'a.test': { mx: [[0, '.']], a: ['127.0.0.1'] } });
      expect(dns.asked).toMatchObject([{ type: 'MX' }]);
    });

    it.each<[string, Zones, object]>([
      ['SERVFAIL', { 'a.test': { behaviour: 'servfail' } }, { kind: 'error', mxFound: false, detail: 'SERVFAIL' }],
      ['REFUSED', { 'a.test': { behaviour: 'refused' } }, { kind: 'error', mxFound: false, detail: 'REFUSED' }],
      ['silence', { 'a.test': { behaviour: 'silent' } }, { kind: 'timeout', mxFound: false }],
      ['a loop of aliases', { 'a.test': { cname: 'a.test' } }, { kind: 'error', mxFound: false, detail: 'alias loop' }],
      [
        'SERVFAIL for the addresses of the domain',
        { 'a.test': { types: { A: { behaviour: 'servfail' } } } },
        { kind: 'error', mxFound: false },
      ],
      [
        'silence about the addresses of the domain',
        { 'a.test': { types: { AAAA: { behaviour: 'silent' } } } },
        { kind: 'timeout', mxFound: false },
      ],
      [
        'SERVFAIL for one host, others missing or inside',
        {
          'a.test': {
            mx: [
              [1, 'nowhere.test'],
              [2, 'broken.test'],
              [3, 'inside.test'],
            ],
          },
          'broken.test': { behaviour: 'servfail' },
          'inside.test': { a: [INSIDE] },
        },
        { kind: 'error', mxFound: true, detail: 'SERVFAIL' },
      ],
      [
        'silence about one host, the other missing',
        {
          'a.test': {
            mx: [
              [1, 'silent.test'],
              [2, 'nowhere.test'],
            ],
          },
          'silent.test': { behaviour: 'silent' },
        },
        { kind: 'timeout', mxFound: true },
      ],
      [
        'ten hosts that do not exist, of 60',
        { 'a.test': { mx: MANY } },
        { kind: 'error', mxFound: true, detail: 'too many questions' },
      ],
    ])('%s is no answer', async (_what, zones, expected) => {
      await expect(inFastForward(() => route(zones))).resolves.toMatchObject(expected);
    });

    it('does not ask on for ever where all hosts are silent', async () => {
      const zones = { ...Object.fromEntries(MANY.map(([, name]) => [name, { behaviour: 'silent' as const }])) };
      const found = await inFastForward(() => route({ 'a.test': { mx: MANY }, ...zones }));
      expect(found).toEqual({ kind: 'timeout', mxFound: true });
      expect(dns.total).toBeLessThan(10);
    });
  });

  it('sends 40 messages at most for a domain, whatever its owner makes of it', async () => {
    const alias = (name: string): ZoneEntry => ({ cname: `x${name}`, cnameOnly: true });
    dns = new ScriptedDnsServer({ wildcard: (name) => (name === 'a.test' ? { mx: MANY } : alias(name)) });
    resolver = new DnsResolver({ servers: [await dns.start()], timeoutMs: 2_000, tries: 3 });
    await expect(findMailRoute(resolver, 'a.test', policy, random)).resolves.toMatchObject({ kind: 'error' });
    expect(dns.total).toBeLessThanOrEqual(40);

    await dns.stop();
    // Each host has an answer at the end of a chain, and may not be dialled.
    dns = new ScriptedDnsServer({
      wildcard: (name) => (name === 'a.test' ? { mx: MANY } : name.startsWith('xxx') ? { a: [INSIDE] } : alias(name)),
    });
    resolver = new DnsResolver({ servers: [await dns.start()], timeoutMs: 2_000, tries: 3 });
    await expect(findMailRoute(resolver, 'a.test', policy, random)).resolves.toMatchObject({ kind: 'error' });
    expect(dns.total).toBeLessThanOrEqual(40);
  });

  it('asks for the MX once, for a thousand addresses of a domain', async () => {
    await route({ 'a.test': { mx: [[1, 'mx.a.test']] }, 'mx.a.test': { a: ['127.0.0.1'] } });
    const routes = Array.from({ length: 1_000 }, () => findMailRoute(resolver, 'a.test', policy, random));
    expect((await Promise.all(routes)).every((each) => each.kind === 'hosts')).toBe(true);
    expect(dns.count('a.test', 'MX')).toBe(1);
    expect(dns.total).toBe(3);
  });

  it('throws the reason of the signal, also while it walks', async () => {
    const reason = new Error('enough');
    await expect(route({}, 'a.test', AbortSignal.abort(reason))).rejects.toBe(reason);
    await dns.stop();
    const found = await route({ 'a.test': { a: ['127.0.0.1'] } });
    const walk = async (): Promise<void> => {
      if (found.kind !== 'hosts') return;
      for await (const host of found.hosts(AbortSignal.abort(reason))) expect(host).toBeUndefined();
    };
    await expect(walk()).rejects.toBe(reason);
  });
});
