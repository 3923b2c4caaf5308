import { isIPv6 } from 'node:net';

const IPV6_TAG = /^IPv6:/i;
/** `Snum` of RFC 5321 4.1.3: one to three digits, so with leading zeros too, and decimal always. */
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Groups that may stand beside `::`, which stands for two or more of the eight (RFC 5321 4.1.3, IPv6-comp). */
const MAX_GROUPS_BESIDE_DOUBLE_COLON = 6;

/** An address literal (RFC 5321 4.1.3) in one spelling, or null. General literals are refused: no tag was ever registered. */
export function parseAddressLiteral(text: string): string | null {
  if (!text.startsWith('[') || !text.endsWith(']')) return null;
  const content = text.slice(1, -1);
  if (IPV4.test(content)) {
    const octets = content.split('.').map(Number);
    return octets.every((octet) => octet <= 255) ? `[${octets.join('.')}]` : null;
  }
  const address = content.replace(IPV6_TAG, '');
  // A zone (`%eth0`) is a name on one machine (RFC 4007 11), not an address.
  if (address === content || address.includes('%') || !isIPv6(address)) return null;
  if (address.includes('::') && groupsOf(address) > MAX_GROUPS_BESIDE_DOUBLE_COLON) return null;
  return `[IPv6:${address.toLowerCase()}]`;
}

/** An IPv4 address at the end takes the room of two. */
function groupsOf(address: string): number {
  const groups = address.split(':').filter((group) => group !== '');
  return groups.length + (address.includes('.') ? 1 : 0);
}
