import * as ipaddr from 'ipaddr.js';
import { isIPv4 } from 'node:net';

/** What one household or office has of IPv6 at least (RFC 6177): addresses within it cost nothing. */
const CLIENT_BITS = 64;
/** What one customer of a provider may have at most. */
const SITE_BITS = 48;

/**
 * The key under which a client's requests are counted: an IPv4 address as it is, IPv4 written in IPv6 (`::ffff:192.0.2.1`)
 * as IPv4, IPv6 by its /64. What is no address shares one key.
 * @param address as Express's `request.ip` gives it
 */
export function clientKey(address: string | undefined): string {
  // Each request is logged with it.
  if (isIPv4(address ?? '')) return address ?? '';
  return keyOf(address, CLIENT_BITS);
}

/** As `clientKey`, for a second and wider count: IPv6 by its /48; null for IPv4, which has no wider key. */
export function clientSiteKey(address: string | undefined): string | null {
  const key = keyOf(address, SITE_BITS);
  return key.endsWith(`/${SITE_BITS}`) ? key : null;
}

function keyOf(address: string | undefined, bits: number): string {
  const plain = address?.split('%')[0] ?? '';
  if (!ipaddr.isValid(plain)) return 'nowhere';
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
}
