import type { MessageCount, Resolver } from '../ports';
import type { AddressPolicy } from './address-policy';
import { MAX_MESSAGES } from './dns-client';
import type { MailExchanger } from './mail-exchangers';

const MAX_HOSTS = 3;
const MAX_ADDRESSES_PER_HOST = 3;
/** After so many hosts whose addresses could not be learnt, further questions would only cost time. */
const MAX_FAILED_LOOKUPS = 3;
/** Exchangers whose addresses are looked up: real domains have fewer. */
const MAX_EXCHANGERS = 10;
/** Messages to name servers for one domain, whose owner chooses the number of names. */
const MAX_MESSAGES_FOR_DOMAIN = 40;
/** A and AAAA of one host. */
const MAX_MESSAGES_FOR_HOST = 2 * MAX_MESSAGES;

/** A host that takes mail for a domain. */
export interface MailHost {
  name: string;
  preference: number;
  /** One to three that may be dialled, IPv4 first. Connect to these: another look-up may give addresses that may not (rebinding). */
  addresses: readonly string[];
}

/** DNS messages spent on one domain, and the names asked about: these are in the cache, and cost nothing. */
export interface LookupContext extends MessageCount {
  names: Set<string>;
}

/** Why hosts were passed over, the reason that forbids the boldest verdict first; null: none of them has an address. */
export type Obstacle =
  { kind: 'error'; detail: string; isLocal?: true } | { kind: 'timeout' } | { kind: 'unroutable' } | null;

/**
 * Resolves one exchanger after the other; yields those that can be dialled, and returns what was in the way. What was not
 * asked about for want of questions is not known: then that is the error.
 * @param context of all walks for the domain; they stop before its messages pass 40
 */
export async function* walkMailHosts(
  resolver: Resolver,
  exchangers: readonly MailExchanger[],
  policy: Pick<AddressPolicy, 'permits'>,
  context: LookupContext,
  signal?: AbortSignal,
): AsyncGenerator<MailHost, Obstacle, undefined> {
  let failure: Obstacle = null;
  let unroutable = false;
  let failed = 0;
  let yielded = 0;
  for (const [index, { name, preference }] of exchangers.entries()) {
    if (yielded === MAX_HOSTS || failed === MAX_FAILED_LOOKUPS) break;
    const isAffordable = context.messages + MAX_MESSAGES_FOR_HOST <= MAX_MESSAGES_FOR_DOMAIN || context.names.has(name);
    if (index === MAX_EXCHANGERS || !isAffordable) {
      failure ??= { kind: 'error', detail: 'too many questions' };
      break;
    }
    context.names.add(name);
    const found = await resolver.addresses(name, signal, context);
    if (found.kind === 'addresses') {
      const addresses = found.addresses.filter((address) => policy.permits(address)).slice(0, MAX_ADDRESSES_PER_HOST);
      if (addresses.length > 0) {
        yielded += 1;
        yield { name, preference, addresses };
      } else {
        unroutable = true;
      }
    } else if (found.kind === 'error' || found.kind === 'timeout') {
      failed += 1;
      failure = found;
    }
  }
  return failure ?? (unroutable ? { kind: 'unroutable' } : null);
}
