import { ScriptedDnsServer } from '../../../test/world/dns/scripted-dns-server';
import { eventually } from '../../../test/support/eventually';
import type { ZoneEntry } from '../../../test/world/dns/zone';
import { DnsResolver, type DnsResolverOptions } from './dns-resolver';

describe('DnsResolver, answers that it keeps', () => {
  let dns: ScriptedDnsServer;
  let nowMs: number;

  async function ask(entry: ZoneEntry, options: DnsResolverOptions = {}): Promise<DnsResolver> {
    dns = new ScriptedDnsServer({ zones: { 'a.test': entry } });
    nowMs = 1_000_000;
    const server = await dns.start();
    const clock = { now: () => nowMs };
    // Short only where the server is to be silent: a busy machine answers late.
    const timeoutMs = 'behaviour' in entry && entry.behaviour === 'silent' ? 50 : 5_000;
    const resolver = new DnsResolver({ servers: [server], timeoutMs, tries: 1, clock, ...options });
    await resolver.mx('a.test');
    return resolver;
  }

  afterEach(() => dns.stop());

  const MX: [number, string][] = [[10, 'mx.a.test']];
  const HOUR = 3_600;

  it.each<[string, ZoneEntry, number]>([
    ['records for their TTL', { mx: MX, ttl: 400 }, 400],
    ['records with a short TTL for a minute', { mx: MX, ttl: 5 }, 60],
    ['records with a TTL of nought for a minute', { mx: MX, ttl: 0 }, 60],
    ['records with a long TTL for a day', { mx: MX, ttl: 1_000_000 }, 24 * HOUR],
    ['"no such name" for the minimum of the SOA', { behaviour: 'nxdomain', soa: { ttl: 900, minimum: 120 } }, 120],
    ['"no such name" for the TTL of the SOA', { behaviour: 'nxdomain', soa: { ttl: 90, minimum: 900 } }, 90],
    ['"no such name" without SOA for a minute', { behaviour: 'nxdomain', soa: null }, 60],
    ['"no such records" for the minimum of the SOA', { behaviour: 'nodata', soa: { ttl: 900, minimum: 120 } }, 120],
    ['absences for three hours at most', { behaviour: 'nodata', soa: { ttl: 86_400, minimum: 86_400 } }, 3 * HOUR],
    ['absences for a minute at least', { behaviour: 'nodata', soa: { ttl: 1, minimum: 1 } }, 60],
    ['SERVFAIL for half a minute', { behaviour: 'servfail' }, 30],
    ['REFUSED for half a minute', { behaviour: 'refused' }, 30],
    ['time-outs for half a minute', { behaviour: 'silent' }, 30],
  ])('keeps %s', async (_what, entry, seconds) => {
    const resolver = await ask(entry);
    // A server that says nothing may read the question after the resolver has given it up.
    await eventually('the server has the question', () => dns.total > 0);
    const asked = dns.total;
    const first = await resolver.mx('A.test.');
    nowMs += seconds * 1000 - 1;
    await expect(resolver.mx('a.test')).resolves.toEqual(first);
    expect(dns.total).toBe(asked);
    nowMs += 1;
    await resolver.mx('a.test');
    await eventually('the server is asked again', () => dns.total > asked);
    expect(dns.total).toBe(2 * asked);
  });

  it.each(['servfail', 'refused', 'silent', 'cut_off'] as const)(
    'recovers from %s as soon as it is over',
    async (behaviour) => {
      const resolver = await ask({ mx: MX, behaviour });
      dns.set('a.test', { mx: MX });
      nowMs += 30_000;
      await expect(resolver.mx('a.test')).resolves.toMatchObject({ kind: 'records' });
    },
  );

  it('keeps the least TTL along a chain of aliases', async () => {
    const resolver = await ask({ cname: 'b.test', cnameOnly: true, ttl: 70 });
    dns.set('b.test', { mx: MX, ttl: 5_000 });
    nowMs += 10_000_000;
    await resolver.mx('a.test');
    dns.forget();
    nowMs += 69_999;
    await resolver.mx('a.test');
    expect(dns.total).toBe(0);
    nowMs += 1;
    await resolver.mx('a.test');
    expect(dns.total).toBe(2);
  });

  it('keeps shorter when told so', async () => {
    const resolver = await ask({ mx: MX, ttl: 2 }, { lifetimes: { min: 0 } });
    nowMs += 2_000;
    await resolver.mx('a.test');
    expect(dns.total).toBe(2);
  });

  it('forgets the least recently used beyond its size', async () => {
    const resolver = await ask({ mx: MX }, { cacheEntries: 2 });
    dns.set('b.test', { mx: MX });
    dns.set('c.test', { mx: MX });
    for (const name of ['b.test', 'a.test', 'c.test', 'a.test']) await resolver.mx(name);
    expect(dns.total).toBe(3);
    await resolver.mx('b.test');
    expect(dns.total).toBe(4);
  });

  it('asks once when a thousand ask at once', async () => {
    const resolver = await ask({ mx: MX, delayMs: 20 });
    nowMs += 10_000_000;
    dns.forget();
    const found = await Promise.all(Array.from({ length: 1_000 }, () => resolver.mx('a.test')));
    expect(dns.count('a.test', 'MX')).toBe(1);
    expect(new Set(found.map((each) => each.kind))).toEqual(new Set(['records']));
    expect(resolver.stats()).toMatchObject({ queries: 2, coalesced: 999, cacheHits: 0, outcomes: { records: 2 } });
  });

  it('hands out arrays that the caller may sort', async () => {
    const resolver = await ask({ mx: [...MX, [5, 'mx2.a.test']] });
    const first = await resolver.mx('a.test');
    if (first.kind === 'records') first.records.length = 0;
    const second = await resolver.mx('a.test');
    expect(second.kind === 'records' && second.records.length).toBe(2);
  });

  it('counts what it did', async () => {
    const resolver = await ask({ behaviour: 'silent' }, { tries: 3 });
    await resolver.mx('a.test');
    await resolver.mx('none.test');
    await resolver.addresses('b.a.test');
    expect(resolver.stats()).toEqual({
      queries: 6,
      cacheHits: 1,
      coalesced: 0,
      outcomes: { records: 0, not_found: 3, no_data: 0, error: 0, timeout: 1 },
    });
  });
});
