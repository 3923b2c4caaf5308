import { readFileSync } from 'node:fs';
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { DISPOSABLE_MX_SUFFIXES, SHARED_MX_SUFFIXES } from './data/disposable-mx';
import { FREE_PROVIDERS } from './data/free-providers';
import { POPULAR_DOMAINS } from './data/popular-domains';
import { PRIVACY_RELAYS } from './data/privacy-relays';
import { REPUTABLE_DOMAINS, REPUTABLE_SUFFIXES, REPUTABLE_WITHOUT_SUBDOMAINS } from './data/reputable-domains';
import { isPublicSuffix, matchesDomainOrParent } from './registrable';

/** 8,883 reviewed names (CC0). The package's own look-up builds the set anew each time. */
let core: ReadonlySet<string> | undefined;
/** 121,570 collected names and 399 wildcards (MIT): broad, and wrong about some; read at the first use only (25 ms, 14 MB; `warmUp`). */
let extended: ReadonlySet<string> | undefined;

const NEVER_DISPOSABLE = [PRIVACY_RELAYS, FREE_PROVIDERS, REPUTABLE_DOMAINS, new Set(POPULAR_DOMAINS)];

/** Mailboxes there are thrown away (or read by anybody). `domain` in A-labels, lower case; sub-domains count. */
export function isDisposableDomain(domain: string): boolean {
  return matchesDomainOrParent(domain, isListed) && !isProtected(domain);
}

/** The mail host belongs to a throw-away service. Hosts that serve everybody never do. A suspicion, not a proof. */
export function isDisposableMxHost(host: string): boolean {
  const name = host.toLowerCase();
  if (matchesDomainOrParent(name, (suffix) => SHARED_MX_SUFFIXES.has(suffix))) return false;
  return matchesDomainOrParent(name, (suffix) => DISPOSABLE_MX_SUFFIXES.has(suffix) || coreList().has(suffix));
}

function isListed(name: string): boolean {
  return coreList().has(name) || (extendedList().has(name) && !isPublicSuffix(name));
}

function isProtected(domain: string): boolean {
  if (REPUTABLE_SUFFIXES.test(domain) || REPUTABLE_WITHOUT_SUBDOMAINS.has(domain)) return true;
  return matchesDomainOrParent(domain, (name) => NEVER_DISPOSABLE.some((list) => list.has(name)));
}

function coreList(): ReadonlySet<string> {
  core ??= disposableEmailBlocklistSet();
  return core;
}

function extendedList(): ReadonlySet<string> {
  extended ??= new Set([...readNames('index.json'), ...readNames('wildcard.json')]);
  return extended;
}

function readNames(file: string): string[] {
  const names: unknown = JSON.parse(readFileSync(require.resolve(`disposable-email-domains/${file}`), 'utf8'));
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
