import type { Dialler, Random, Resolver } from './ports';
import type { AddressPolicy } from './dns/address-policy';
import { findMailRoute } from './dns/mail-route';
import { DialError } from './smtp/wire/dial-error';

/** Large, unrelated mail providers: when none of them can be connected to, the fault is local. */
export const WELL_KNOWN_DOMAINS: readonly string[] = ['gmail.com', 'outlook.com', 'yahoo.com'];

/** One provider alone may be down, or refuse this client. */
const DOMAINS_TO_TELL = 2;

/** Why none can be connected to: the local network lets nothing out, or the proxy does not answer. */
export type EgressFault = 'blocked' | 'proxy_down';

/**
 * Whether mail hosts can be connected to.
 * `open`: at least one took a connection. `blocked`: the addresses of at least two providers are known, and no
 * connection came about. `proxy_down`: the proxy failed before any of them was asked. `undetermined`: their addresses could not be found, so nothing is known.
 */
export type EgressState = 'open' | EgressFault | 'undetermined';

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
  const results = await Promise.all((check.domains ?? WELL_KNOWN_DOMAINS).map((domain) => tryDomain(domain, check)));
  if (results.includes('open')) return 'open';
  const isEnough = (fault: EgressFault): boolean =>
    results.filter((result) => result === fault).length >= DOMAINS_TO_TELL;
  return isEnough('proxy_down') ? 'proxy_down' : isEnough('blocked') ? 'blocked' : 'undetermined';
}

/** Null: no address to try, or nothing left on this machine to try with. */
async function tryDomain(domain: string, check: EgressCheck): Promise<'open' | EgressFault | null> {
  // Not `AbortSignal.any`, which in Node 20 forgets a time-out when garbage is collected.
  const stop = new AbortController();
  const end = (): void => {
    stop.abort();
  };
  const timer = setTimeout(end, check.timeoutMs);
  if (check.signal?.aborted === true) end();
  else check.signal?.addEventListener('abort', end);
  try {
    return await connectTo(domain, check, stop.signal);
  } finally {
    clearTimeout(timer);
    check.signal?.removeEventListener('abort', end);
  }
}

async function connectTo(
  domain: string,
  check: EgressCheck,
  signal: AbortSignal,
): Promise<'open' | EgressFault | null> {
  let result: EgressFault | null = null;
  try {
    const route = await findMailRoute(check.resolver, domain, check.policy, check.random, signal);
    if (route.kind !== 'hosts') return null;
    for await (const { addresses } of route.hosts(signal)) {
      for (const address of addresses) {
        const fault = await dialFault(address, check, signal);
        if (fault === 'open') return 'open';
        result = fault ?? result;
      }
    }
  } catch {
    // Out of time.
  }
  return result;
}

async function dialFault(
  address: string,
  { dialler, port }: EgressCheck,
  signal: AbortSignal,
): Promise<'open' | EgressFault | null> {
  try {
    (await dialler.dial(address, port, signal)).destroy();
    return 'open';
  } catch (error) {
    if (error instanceof DialError && error.kind === 'out_of_resources') return null;
    return error instanceof DialError && error.layer === 'proxy' ? 'proxy_down' : 'blocked';
  }
}
