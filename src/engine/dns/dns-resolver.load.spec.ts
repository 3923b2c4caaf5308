import { ScriptedDnsServer } from '../../../test/world/dns/scripted-dns-server';
import { inFastForward } from '../../../test/support/fast-forward-timers';
import { DnsResolver } from './dns-resolver';

describe('DnsResolver with ten thousand domains', () => {
  it('says "not found" of none of them although the server loses 2 % of the questions', async () => {
    const dns = new ScriptedDnsServer({
      wildcard: (name) => ({ mx: [[10, `mx.${name}`]] }),
      drop: { fraction: 0.02, seed: 46 },
    });
    const server = await dns.start();
    const resolver = new DnsResolver({ servers: [server], timeoutMs: 5_000, deadlineMs: 60_000, tries: 3 });
    const found = await inFastForward(() =>
      Promise.all(Array.from({ length: 10_000 }, (_, i) => resolver.mx(`domain${i}.test`))),
    );
    await dns.stop();
    const kinds = new Map<string, number>();
    for (const { kind } of found) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    expect(kinds.get('not_found') ?? 0).toBe(0);
    expect(kinds.get('no_data') ?? 0).toBe(0);
    expect(kinds.get('records')).toBeGreaterThan(9_980);
  }, 120_000);
});
