import type { ParsedAddress } from '../syntax/parsed-address';
import { FREE_PROVIDERS } from './data/free-providers';
import { isDisposableDomain } from './disposable';
import { isLookAlike } from './look-alike';
import { isUnusualForProvider, providerRuleViolation } from './provider-rules';
import { matchesDomainOrParent } from './registrable';
import { isRelayDomain } from './relay-domain';
import { isRoleLocalPart } from './role-account';

/** What the lists say about an address. Flags: none of them is a status but the provider's rule. */
export interface ListFacts {
  isDisposable: boolean;
  isRole: boolean;
  isFree: boolean;
  /** Forwards to a real mailbox behind it: durable, never disposable. */
  isRelay: boolean;
  isLookAlike: boolean;
  /** Id of the rule by which the provider cannot have such a mailbox, or null. */
  providerRuleViolation: string | null;
  isUnusualForProvider: boolean;
}

/** The operator's own word on disposable domains; both beat every list, `allow` beats `deny`. Sub-domains count. */
export interface ListOptions {
  allow?: ReadonlySet<string>;
  deny?: ReadonlySet<string>;
  /** Id of a rule that the address breaks, beside those of the providers; null: none. */
  ruleBroken?: (address: ParsedAddress) => string | null;
}

/** For each address, also where DNS failed. No network; the first call reads the big list (about 30 ms). */
export function classifyLists(address: ParsedAddress, options: ListOptions = {}): ListFacts {
  const { domain } = address;
  return {
    isDisposable: isDisposable(domain, options),
    isRole: isRoleLocalPart(address.localPart),
    isFree: FREE_PROVIDERS.has(domain),
    isRelay: isRelayDomain(domain),
    isLookAlike: isLookAlike(address.unicodeDomain),
    providerRuleViolation: options.ruleBroken?.(address) ?? providerRuleViolation(address),
    isUnusualForProvider: isUnusualForProvider(address),
  };
}

function isDisposable(domain: string, { allow, deny }: ListOptions): boolean {
  if (allow !== undefined && matchesDomainOrParent(domain, (name) => allow.has(name))) return false;
  if (deny !== undefined && matchesDomainOrParent(domain, (name) => deny.has(name))) return true;
  return isDisposableDomain(domain);
}
