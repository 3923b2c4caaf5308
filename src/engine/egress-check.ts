import type { Dialler, Random, Resolver } from './ports';
import type { AddressPolicy } from './dns/address-policy';
import { findMailRoute } from './dns/mail-route';

/** Large, unrelated mail providers: when none of them can be connected to, the fault is on our side. */
export const WELL_KNOWN_DOMAINS: readonly string[] = ['gmail.com', 'outlook.com', 'yahoo.com'];

/** One provider alone may be down, or refuse us for its own reasons. */
const DOMAINS_TO_TELL = 2;

/**
 * Whether mail hosts can be connected to.
 * `open`: at least one took a connection. `blocked`: the addresses of at least two providers are known, and no
 * connection came about. `undetermined`: their addresses could not be found, so nothing is known.
 */
export type EgressState = 'open' | 'blocked' | 'undetermined';

export interface EgressCheck {
  resolver: Resolver;
  dialler: Dialler;
  policy: Pick<AddressPolicy, 'permits'>;
  random: Random;
  port: number;
  timeoutMs: number;
  domains?: readonly string[];
  /** Ends the check early; what it then says means nothing. */
  signal?: AbortSignal;
}

/** Connects to one mail host of each domain, says nothing, and closes. Never rejects. */
export async function checkEgress(check: EgressCheck): Promise<EgressState> {
  const results = await Promise.all((check.domains ?? WELL_KNOWN_DOMAINS).map((domain) => connectsTo(domain, check)));
  if (results.includes(true)) return 'open';
  return results.filter((connected) => connected === false).length >= DOMAINS_TO_TELL ? 'blocked' : 'undetermined';
}

/** Null: no address to try. */
async function connectsTo(domain: string, check: EgressCheck): Promise<boolean | null> {
  const timeout = AbortSignal.timeout(check.timeoutMs);
  const signal = check.signal === undefined ? timeout : AbortSignal.any([timeout, check.signal]);
  let tried = false;
  try {
    const route = await findMailRoute(check.resolver, domain, check.policy, check.random, signal);
    if (route.kind !== 'hosts') return null;
    for await (const { addresses } of route.hosts(signal)) {
      tried = true;
      if (await anyConnects(addresses, check, signal)) return true;
    }
  } catch {
    // Out of time.
  }
  return tried ? false : null;
}

async function anyConnects(addresses: readonly string[], check: EgressCheck, signal: AbortSignal): Promise<boolean> {
  for (const address of addresses) {
    try {
      (await check.dialler.dial(address, check.port, signal)).destroy();
      return true;
    } catch {
      // The next one.
    }
  }
  return false;
}
