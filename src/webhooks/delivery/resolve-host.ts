import { Resolver } from 'node:dns';
import type { Lookup } from '../../common/guarded-fetch';
import type { AppConfig } from '../../config/app-config';

const TIMEOUT_MS = 2500;
const TRIES = 2;

/**
 * All addresses of a host, of both families, from DNS alone. The system's own look-up shares four threads with all else that
 * the process does: names whose servers are silent would hold up the others.
 */
export function resolveHost({ DNS_SERVERS }: Pick<AppConfig, 'DNS_SERVERS'>): Lookup {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (DNS_SERVERS !== undefined && DNS_SERVERS.length > 0) {
    resolver.setServers(
      DNS_SERVERS.map(({ address, port }) => `${address.includes(':') ? `[${address}]` : address}:${port}`),
    );
  }
  return (hostname, _options, done) => {
    const found: { address: string; family: number }[] = [];
    let fault: NodeJS.ErrnoException | null = null;
    let waiting = 2;
    const take = (family: 4 | 6) => (error: NodeJS.ErrnoException | null, addresses: string[] | undefined) => {
      fault ??= error;
      found.push(...(addresses ?? []).map((address) => ({ address, family })));
      waiting -= 1;
      if (waiting === 0) done(found.length === 0 ? fault : null, found);
    };
    resolver.resolve4(hostname, take(4));
    resolver.resolve6(hostname, take(6));
  };
}
