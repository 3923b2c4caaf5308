import { isIPv4, isIPv6 } from 'node:net';

const IPV6_TAG = /^IPv6:/i;

/** An address literal (RFC 5321 4.1.3) in one spelling, or null. General literals are refused: no tag was ever registered. */
export function parseAddressLiteral(text: string): string | null {
  if (!text.startsWith('[') || !text.endsWith(']')) return null;
  const content = text.slice(1, -1);
  if (isIPv4(content)) return `[${content}]`;
  const address = content.replace(IPV6_TAG, '');
  // A zone (`%eth0`) is a name on one machine (RFC 4007 11), not an address.
  if (address === content || address.includes('%') || !isIPv6(address)) return null;
  return `[IPv6:${address.toLowerCase()}]`;
}
