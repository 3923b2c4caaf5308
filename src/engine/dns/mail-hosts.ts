import type { Resolver } from '../ports';
import type { AddressPolicy } from './address-policy';
import type { MailExchanger } from './mail-exchangers';

const MAX_HOSTS = 3;
const MAX_ADDRESSES_PER_HOST = 3;
/** After so many hosts whose addresses could not be learnt, further questions would only cost time. */
const MAX_FAILED_LOOKUPS = 3;

/** A host that takes mail for a domain. */
export interface MailHost {
  name: string;
  preference: number;
  /** One to three that may be dialled, IPv4 first. Connect to these very ones: to resolve again is to be fooled. */
  addresses: readonly string[];
}

/** Why hosts were passed over, the reason that forbids the boldest verdict first; null: none of them has an address. */
export type Obstacle = { kind: 'error'; detail: string } | { kind: 'timeout' } | { kind: 'unroutable' } | null;

/** Resolves one exchanger after the other; yields those that can be dialled, and returns what was in the way. */
export async function* walkMailHosts(
  resolver: Resolver,
  exchangers: readonly MailExchanger[],
  policy: Pick<AddressPolicy, 'permits'>,
  signal?: AbortSignal,
): AsyncGenerator<MailHost, Obstacle, undefined> {
  let failure: Obstacle = null;
  let unroutable = false;
  let failed = 0;
  let yielded = 0;
  for (const { name, preference } of exchangers) {
    if (yielded === MAX_HOSTS || failed === MAX_FAILED_LOOKUPS) break;
    const found = await resolver.addresses(name, signal);
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
