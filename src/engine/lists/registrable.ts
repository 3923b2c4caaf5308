import { getPublicSuffix } from 'tldts';

const PLAIN = { extractHostname: false, validateHostname: false } as const;

/** Anybody may register below it, as under `com.ar` (ICANN) or `ddns.net` (private section of the Public Suffix List). */
export function isPublicSuffix(domain: string): boolean {
  return getPublicSuffix(domain, { ...PLAIN, allowPrivateDomains: true }) === domain;
}

/**
 * Is `domain`, or a parent of it down to two labels, in the list? A listed public suffix matches exactly only: what its
 * customers do is their affair.
 */
export function matchesDomainOrParent(domain: string, isListed: (name: string) => boolean): boolean {
  if (isListed(domain)) return true;
  // The Public Suffix List is asked about hits only: a look-up there costs more than all else here.
  for (let parent = parentOf(domain); parent.includes('.'); parent = parentOf(parent)) {
    if (isListed(parent) && !isPublicSuffix(parent)) return true;
  }
  return false;
}

function parentOf(domain: string): string {
  const dot = domain.indexOf('.');
  return dot === -1 ? '' : domain.slice(dot + 1);
}
