/** Never delegated, or never for mail (RFC 2606, 6761, 7686, 8375, 9476; ICANN board resolutions 2018.02.04.12 and 2024.07.29.06). */
const TOP_LEVEL = new Set([
  'test',
  'example',
  'invalid',
  'localhost',
  'local',
  'internal',
  'onion',
  'alt',
  'arpa',
  'home',
  'corp',
  'mail',
]);
const EXAMPLES = /(?:^|\.)example\.(?:com|net|org)$/;

/** The domain can hold no mailbox of the public internet, whatever a resolver says. Not a fault of syntax. */
export function isSpecialUseDomain(domain: string): boolean {
  return TOP_LEVEL.has(domain.slice(domain.lastIndexOf('.') + 1)) || EXAMPLES.test(domain);
}
