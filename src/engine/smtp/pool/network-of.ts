import { isIP, isIPv4 } from 'node:net';
import * as ipaddr from 'ipaddr.js';

const PARTS_OF_48_BITS = 3;

/**
 * The network of a mail host's address: the /24 of IPv4 as `192.0.2`, the /48 of IPv6 as `2001:db8:1`. An IPv4-mapped address
 * (RFC 4291 2.5.5.2) is in the network of its IPv4. What is no address is its own network.
 */
export function networkOf(address: string): string {
  if (isIPv4(address)) return blockOf24(address);
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return blockOf24(parsed.toString());
  return parsed.parts
    .slice(0, PARTS_OF_48_BITS)
    .map((part) => part.toString(16))
    .join(':');
}

const blockOf24 = (address: string): string => address.slice(0, address.lastIndexOf('.'));
