import { PRIVACY_RELAYS } from './data/privacy-relays';
import { matchesDomainOrParent } from './registrable';

/** Aliases there lead to a real mailbox behind them. `domain` in A-labels, lower case; sub-domains count. */
export function isRelayDomain(domain: string): boolean {
  return matchesDomainOrParent(domain, (name) => PRIVACY_RELAYS.has(name));
}
