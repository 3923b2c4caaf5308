import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../../../test/support/eventually';
import { inFastForward } from '../../../test/support/fast-forward-timers';
import { ScriptedDnsServer, type ScriptedDnsOptions } from '../../../test/world/dns/scripted-dns-server';
import type { Behaviour, ZoneEntry } from '../../../test/world/dns/zone';
import { DnsResolver, type DnsResolverOptions } from './dns-resolver';

const GOOD: ZoneEntry = { mx: [[10, 'mx.ok.test']] };
const GOOD_MX = { kind: 'records', records: [{ preference: 10, exchange: 'mx.ok.test' }] };

describe('DnsResolver', () => {
  const servers: ScriptedDnsServer[] = [];

  async function serve(
    options: ScriptedDnsOptions,
  ): Promise<{ dns: ScriptedDnsServer; address: string; port: number }> {
    const dns = new ScriptedDnsServer(options);
    servers.push(dns);
    return { dns, ...(await dns.start()) };
  }

  /** A resolver with a server for each set of zones, in that order. */
  async function world(
    zones: NonNullable<ScriptedDnsOptions['zones']>[],
    options: DnsResolverOptions = {},
  ): Promise<{ resolver: DnsResolver; dns: ScriptedDnsServer[] }> {
    const started = await Promise.all(zones.map((each) => serve({ zones: each })));
    const resolver = new DnsResolver({ servers: started, timeoutMs: 400, tries: 2, ...options });
    return { resolver, dns: started.map(({ dns }) => dns) };
  }

  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  describe('answers', () => {
    it('gives MX records in the order of the answer, names in lower case without the dot', async () => {
      const mx: [number, string][] = [
        [20, 'MX2.Example.TEST.'],
        [0, '.'],
        [10, 'mx1.example.test'],
      ];
      const { resolver, dns } = await world([{ 'example.test': { mx } }], { timeoutMs: 5_000 });
      await expect(resolver.mx('EXAMPLE.test.')).resolves.toEqual({
        kind: 'records',
        records: [
          { preference: 20, exchange: 'mx2.example.test' },
          { preference: 0, exchange: '' },
          { preference: 10, exchange: 'mx1.example.test' },
        ],
      });
      expect(dns[0]!.asked).toMatchObject([{ name: 'example.test', type: 'MX', transport: 'udp', edns: true }]);
    });

    it('gives addresses, IPv4 first, in canonical text', async () => {
      const { resolver } = await world([{ 'mx.test': { aaaa: ['2A00:0:0:0::1'], a: ['127.0.0.1', '127.0.0.2'] } }]);
      await expect(resolver.addresses('mx.test')).resolves.toEqual({
        kind: 'addresses',
        addresses: ['127.0.0.1', '127.0.0.2', '2a00::1'],
      });
    });

    it('gives 16 addresses at most', async () => {
      const a = Array.from({ length: 30 }, (_, i) => `127.0.1.${i}`);
      const { resolver } = await world([{ 'mx.test': { a, aaaa: ['::1'] } }]);
      const found = await resolver.addresses('mx.test');
      expect(found.kind === 'addresses' && found.addresses).toEqual(a.slice(0, 16));
    });

    it('tells NXDOMAIN from a name without such records', async () => {
      const { resolver } = await world([{ 'ok.test': GOOD }]);
      await expect(resolver.mx('nowhere.test')).resolves.toEqual(expect.objectContaining({ kind: 'not_found' }));
      await expect(resolver.addresses('nowhere.test')).resolves.toMatchObject({ kind: 'not_found' });
      await expect(resolver.addresses('ok.test')).resolves.toMatchObject({ kind: 'no_data' });
    });

    it('needs one family only', async () => {
      const { resolver } = await world([
        {
          'four.test': { a: ['127.0.0.1'], types: { AAAA: { behaviour: 'servfail' } } },
          'six.test': { aaaa: ['::1'] },
        },
      ]);
      await expect(resolver.addresses('four.test')).resolves.toEqual({ kind: 'addresses', addresses: ['127.0.0.1'] });
      await expect(resolver.addresses('six.test')).resolves.toEqual({ kind: 'addresses', addresses: ['::1'] });
    });

    it('does not take a missing family for a missing host while the other one failed', () =>
      inFastForward(async () => {
        const { resolver } = await world([
          {
            'half.test': { types: { AAAA: { behaviour: 'servfail' } } },
            'late.test': { types: { A: { behaviour: 'silent' } } },
          },
        ]);
        await expect(resolver.addresses('half.test')).resolves.toEqual({ kind: 'error', detail: 'SERVFAIL' });
        await expect(resolver.addresses('late.test')).resolves.toEqual({ kind: 'timeout' });
      }));

    describe.each([1, 3])('from %d servers that never answer about IPv6', (count) => {
      const silent: ZoneEntry = { a: ['127.0.0.1'], types: { AAAA: { behaviour: 'silent' } } };
      const found = { kind: 'addresses', addresses: ['127.0.0.1'] };
      const names = Array.from({ length: 8 }, (_, index) => `n${index}.test`);
      // Whoever waits for the exchange's end fails by the test's time limit.
      const patient = { timeoutMs: 60_000, deadlineMs: 60_000, lifetimes: { min: 0 }, clock: { now: () => 1 } };

      async function silentWorld(options: DnsResolverOptions) {
        const zones = Object.fromEntries(names.map((name) => [name, silent]));
        const { resolver, dns } = await world(
          Array.from({ length: count }, () => zones),
          { ...patient, ...options },
        );
        const asked = (type: string, name?: string): number =>
          dns.flatMap(({ asked }) => asked).filter((q) => q.type === type && (name ?? q.name) === q.name).length;
        return { resolver, dns, asked };
      }

      it("takes IPv4's answer, and does not wait again where none came", async () => {
        const { resolver, dns, asked } = await silentWorld({ graceMs: 1, silentAfterMs: 2 });
        for (const name of ['n0.test', 'n0.test', 'n0.test']) {
          await expect(resolver.addresses(name)).resolves.toEqual(found);
        }
        // Three hosts in a row: it is the resolver that drops such questions.
        let next = 1;
        await eventually('nobody asks about IPv6 any more', async () => {
          const name = names[next++];
          if (name === undefined) throw new Error('IPv6 of every host was asked about.');
          await expect(resolver.addresses(name)).resolves.toEqual(found);
          return asked('AAAA', name) === 0;
        });
        expect(next).toBeGreaterThan(3);
        expect(asked('AAAA', 'n0.test')).toBe(1);
        // None of the servers was found slow for it.
        expect(dns.slice(1).map(({ total }) => total)).toEqual(dns.slice(1).map(() => 0));
      });

      it('does not wait until they count as silent', async () => {
        const { resolver } = await silentWorld({ silentAfterMs: 60_000 });
        for (const name of names) await expect(resolver.addresses(name)).resolves.toEqual(found);
      }, 30_000);

      it('does not take an answer that nobody waited for as silence', async () => {
        const { resolver, asked } = await silentWorld({ graceMs: 1, silentAfterMs: 60_000 });
        for (const name of names) await expect(resolver.addresses(name)).resolves.toEqual(found);
        for (const name of names) expect(asked('AAAA', name)).toBe(1);
        // All of them are still listened for: to ask again joins them.
        for (const name of names) await expect(resolver.addresses(name)).resolves.toEqual(found);
        expect(asked('AAAA')).toBe(names.length);
      });

      it('counts one silent host once, however many wait for it', async () => {
        const { resolver, asked } = await silentWorld({ graceMs: 1, silentAfterMs: 2 });
        await Promise.all(Array.from({ length: 9 }, () => resolver.addresses('n0.test')));
        // Longer than any of their timers, which were set before this one.
        await sleep(10);
        await resolver.addresses('n1.test');
        expect(asked('AAAA', 'n1.test')).toBe(1);
      });
    });

    it('serves what comes late to the next who asks', async () => {
      const { resolver, dns } = await world(
        [{ 'both.test': { a: ['127.0.0.1'], types: { AAAA: { aaaa: ['::1'], delayMs: 40 } } } }],
        { graceMs: 0, silentAfterMs: 60_000, timeoutMs: 60_000, deadlineMs: 60_000 },
      );
      await expect(resolver.addresses('both.test')).resolves.toEqual({ kind: 'addresses', addresses: ['127.0.0.1'] });
      const both = { kind: 'addresses', addresses: ['127.0.0.1', '::1'] };
      await eventually('the late answer is there', async () =>
        isDeepStrictEqual(await resolver.addresses('both.test'), both),
      );
      expect(dns[0]!.count('both.test', 'AAAA')).toBe(1);
    });

    it('waits for IPv6 where IPv4 has nothing', async () => {
      const { resolver } = await world([{ 'six.test': { types: { AAAA: { aaaa: ['::1'], delayMs: 40 } } } }], {
        graceMs: 1,
        timeoutMs: 5_000,
      });
      await expect(resolver.addresses('six.test')).resolves.toEqual({ kind: 'addresses', addresses: ['::1'] });
    });

    it('follows aliases, within the answer and by asking again', async () => {
      const { resolver, dns } = await world([
        {
          'www.test': { cname: 'ok.test' },
          'far.test': { cname: 'farther.test', cnameOnly: true },
          'farther.test': { cname: 'ok.test', cnameOnly: true },
          'ok.test': GOOD,
          'lost.test': { cname: 'nowhere.test', cnameOnly: true },
        },
      ]);
      await expect(resolver.mx('www.test')).resolves.toEqual(GOOD_MX);
      expect(dns[0]!.total).toBe(1);
      await expect(resolver.mx('far.test')).resolves.toEqual(GOOD_MX);
      expect(dns[0]!.total).toBe(4);
      await expect(resolver.mx('lost.test')).resolves.toMatchObject({ kind: 'not_found' });
    });

    it.each([true, false])('learns nothing from a loop of aliases (each alone: %p)', async (cnameOnly) => {
      const { resolver, dns } = await world([
        { 'a.test': { cname: 'b.test', cnameOnly }, 'b.test': { cname: 'a.test', cnameOnly } },
      ]);
      await expect(resolver.mx('a.test')).resolves.toEqual({ kind: 'error', detail: 'alias loop' });
      expect(dns[0]!.total).toBeLessThanOrEqual(4);
    });

    it('gives up on an endless chain of aliases', async () => {
      const { dns, ...server } = await serve({
        wildcard: (name) => ({ cname: `n${Number(name.slice(1, -5)) + 1}.test`, cnameOnly: true }),
      });
      const resolver = new DnsResolver({ servers: [server] });
      await expect(resolver.mx('n1.test')).resolves.toEqual({ kind: 'error', detail: 'alias loop' });
      expect(dns.total).toBeLessThan(12);
    });

    it('sends nine messages at most for one question, whatever its owner makes of it', async () => {
      const { dns, ...server } = await serve({
        wildcard: (name) => ({ cname: `n${Number(name.slice(1, -5)) + 1}.test`, cnameOnly: true, truncate: true }),
      });
      const count = { messages: 0 };
      await new DnsResolver({ servers: [server, server], tries: 9 }).mx('n1.test', undefined, count);
      expect(dns.total).toBeLessThanOrEqual(10);
      expect(count.messages).toBe(dns.total);
    });

    it('goes to TCP for what was truncated', async () => {
      const mx = Array.from({ length: 60 }, (_, i): [number, string] => [i, `mx${i}.mail.many.test`]);
      const { resolver, dns } = await world([{ 'many.test': { mx }, 'ok.test': { ...GOOD, truncate: true } }]);
      const found = await resolver.mx('many.test');
      expect(found.kind === 'records' && found.records.length).toBe(60);
      await expect(resolver.mx('ok.test')).resolves.toEqual(GOOD_MX);
      expect(dns[0]!.asked.map((question) => question.transport)).toEqual(['udp', 'tcp', 'udp', 'tcp']);
    });

    it.each(['', '.', 'com', 'localhost', 'a b.test', 'müller.de', '127.0.0.1', `${'a.'.repeat(130)}test`])(
      'asks nobody about %p',
      async (name) => {
        const { resolver, dns } = await world([{}]);
        await expect(resolver.mx(name)).resolves.toEqual({ kind: 'error', detail: 'not a host name' });
        await expect(resolver.addresses(name)).resolves.toMatchObject({ kind: 'error' });
        expect(dns[0]!.total).toBe(0);
      },
    );
  });

  describe('failures', () => {
    it.each<[Behaviour, object]>([
      ['servfail', { kind: 'error', detail: 'SERVFAIL' }],
      ['refused', { kind: 'error', detail: 'REFUSED' }],
      ['formerr', { kind: 'error', detail: 'FORMERR' }],
      ['referral', { kind: 'error', detail: 'referral' }],
      ['cut_off', { kind: 'error', detail: 'malformed reply' }],
      ['garbage', { kind: 'error', detail: 'malformed reply' }],
      ['wrong_id', { kind: 'error', detail: 'malformed reply' }],
      ['wrong_question', { kind: 'error', detail: 'malformed reply' }],
      ['other_port', { kind: 'timeout' }],
      ['silent', { kind: 'timeout' }],
    ])('%s: nothing is known, and the next server is asked', (behaviour, outcome) =>
      inFastForward(async () => {
        const { resolver } = await world([{ 'ok.test': { ...GOOD, behaviour } }]);
        await expect(resolver.mx('ok.test')).resolves.toEqual(outcome);

        const { resolver: withSecond } = await world([{ 'ok.test': { ...GOOD, behaviour } }, { 'ok.test': GOOD }]);
        await expect(withSecond.mx('ok.test')).resolves.toEqual(GOOD_MX);
      }),
    );

    it('learns nothing from a server that closes the TCP connection', async () => {
      const { resolver } = await world([{ 'ok.test': { ...GOOD, truncate: true, behaviour: 'close' } }]);
      await expect(resolver.mx('ok.test')).resolves.toEqual({ kind: 'error', detail: 'closed' });
    });

    it('learns nothing where nobody listens, and says no address', async () => {
      const { dns, ...server } = await serve({});
      await dns.stop();
      const resolver = new DnsResolver({ servers: [server], timeoutMs: 80 });
      const outcome = await resolver.mx('ok.test');
      expect(['error', 'timeout']).toContain(outcome.kind);
      expect(JSON.stringify(outcome)).not.toContain('127.0.0.1');
    });

    it('asks without EDNS where EDNS is refused, and remembers', async () => {
      const behaviour = 'formerr_on_edns';
      const { resolver, dns } = await world([{ 'ok.test': { ...GOOD, behaviour }, 'b.test': { ...GOOD, behaviour } }]);
      await expect(resolver.mx('ok.test')).resolves.toEqual(GOOD_MX);
      await expect(resolver.mx('b.test')).resolves.toEqual(GOOD_MX);
      expect(dns[0]!.asked.map((question) => question.edns)).toEqual([true, false, false]);
    });

    it('asks once more after a lost question', () =>
      inFastForward(async () => {
        const { resolver, dns } = await world([{ 'ok.test': [{ behaviour: 'silent' }, GOOD] }]);
        await expect(resolver.mx('ok.test')).resolves.toEqual(GOOD_MX);
        expect(dns[0]!.total).toBe(2);
      }));

    it('takes no notice of a stranger that is faster than the server', () =>
      inFastForward(async () => {
        const { resolver } = await world([
          { 'ok.test': { mx: [[10, 'evil.test']], behaviour: 'other_port' } },
          { 'ok.test': GOOD },
        ]);
        await expect(resolver.mx('ok.test')).resolves.toEqual(GOOD_MX);
      }));

    it('keeps to the deadline whatever the number of servers and tries', () =>
      inFastForward(async () => {
        const silent = { 'ok.test': { behaviour: 'silent' } } as const;
        const { resolver, dns } = await world([silent, silent, silent], { timeoutMs: 100, tries: 50, deadlineMs: 250 });
        await expect(resolver.mx('ok.test')).resolves.toEqual({ kind: 'timeout' });
        // Not each of the three fifty times.
        expect(dns.reduce((sum, { total }) => sum + total, 0)).toBeLessThan(10);
      }));

    it('takes a fresh id and a fresh port for each question', async () => {
      const { dns, ...server } = await serve({ wildcard: () => GOOD });
      const resolver = new DnsResolver({ servers: [server] });
      for (let i = 0; i < 40; i++) await resolver.mx(`n${i}.test`);
      const ports = dns.asked.map((question) => question.clientPort);
      expect(new Set(ports).size).toBeGreaterThan(35);
      expect(new Set(dns.asked.map((question) => question.id)).size).toBeGreaterThan(35);
      const steps = new Set(ports.slice(1).map((port, i) => port - ports[i]!));
      expect(steps.size).toBeGreaterThan(20);
    });

    it('has no more questions on their way than allowed', async () => {
      let now = 0;
      let most = 0;
      const { address, port } = await serve({
        wildcard: () => {
          now += 1;
          most = Math.max(most, now);
          setTimeout(() => (now -= 1), 4);
          return { ...GOOD, delayMs: 5 };
        },
      });
      const resolver = new DnsResolver({ servers: [{ address, port }], maxInFlight: 5 });
      await Promise.all(Array.from({ length: 40 }, (_, i) => resolver.mx(`n${i}.test`)));
      expect(most).toBe(5);
    });
  });

  describe('when the caller leaves', () => {
    it('rejects with the reason of the signal, at once', () =>
      inFastForward(async () => {
        const { resolver } = await world([{ 'ok.test': { behaviour: 'silent' } }], {
          timeoutMs: 60_000,
          deadlineMs: 120_000,
        });
        const leaver = new AbortController();
        const reason = new Error('enough');
        const before = performance.now();
        const left = resolver.mx('ok.test', leaver.signal);
        const leftToo = resolver.addresses('ok.test', leaver.signal);
        leaver.abort(reason);
        await expect(left).rejects.toBe(reason);
        await expect(leftToo).rejects.toBe(reason);
        await expect(resolver.mx('ok.test', leaver.signal)).rejects.toBe(reason);
        // Of the 60 s that the server has.
        expect(performance.now() - before).toBeLessThan(30_000);
      }));

    it('does not forgive a server its time-outs for a question that was given up', () =>
      inFastForward(async () => {
        const { resolver, dns } = await world(
          [{}, { 'ok.test': GOOD, 'b.test': GOOD, 'c.test': GOOD, 'd.test': GOOD }],
          {
            timeoutMs: 400,
            tries: 1,
          },
        );
        const [first] = dns;
        first!.isAway = true;
        for (const name of ['ok.test', 'b.test']) await expect(resolver.mx(name)).resolves.toEqual(GOOD_MX);
        const leaver = new AbortController();
        const left = resolver.mx('left.test', leaver.signal);
        // Before the server's time is over.
        setTimeout(() => {
          leaver.abort(new Error('enough'));
        }, 200);
        await expect(left).rejects.toThrow('enough');
        expect(first!.count('left.test')).toBe(1);
        await expect(resolver.mx('c.test')).resolves.toEqual(GOOD_MX);
        await expect(resolver.mx('d.test')).resolves.toEqual(GOOD_MX);
        expect(first!.count('d.test')).toBe(0);
      }));

    it('goes on for those who stayed, and asks anew once everybody had left', async () => {
      const { resolver, dns } = await world([{ 'ok.test': { ...GOOD, delayMs: 40 } }], { timeoutMs: 1_000 });
      const leaver = new AbortController();
      const left = resolver.mx('ok.test', leaver.signal);
      const stayed = resolver.mx('ok.test');
      leaver.abort(new Error('enough'));
      await expect(left).rejects.toThrow('enough');
      await expect(stayed).resolves.toEqual(GOOD_MX);
      expect(dns[0]!.total).toBe(1);

      dns[0]!.set('b.test', { ...GOOD, delayMs: 40 });
      const alone = new AbortController();
      const abandoned = resolver.mx('b.test', alone.signal);
      alone.abort(new Error('enough'));
      await expect(abandoned).rejects.toThrow('enough');
      await expect(resolver.mx('b.test')).resolves.toEqual(GOOD_MX);
    });
  });
});
