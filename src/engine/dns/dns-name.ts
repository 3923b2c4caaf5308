const HOST_NAME = /^(?:[a-z0-9_-]{1,63}\.)+(?!\d+$)[a-z0-9-]{1,63}$/;

/** The name as we compare and keep it: lower case, without the trailing dot; the root is `''` (RFC 1035 2.3.3). */
export function canonicalName(name: string): string {
  const folded = name.toLowerCase();
  return folded.endsWith('.') ? folded.slice(0, -1) : folded;
}

/**
 * Whether a canonical name may be asked about: two or more A-labels, 253 octets at most (RFC 1035 2.3.4), and no IP
 * text. Underscores and outer hyphens pass, since hosts in use have them. An empty or single-label name must never
 * reach a resolver: it would be a question about the root or a top-level domain.
 */
export function isHostName(name: string): boolean {
  return name.length <= 253 && HOST_NAME.test(name);
}
