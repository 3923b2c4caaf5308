import type { ParsedAddress } from './parsed-address';

/** The mailbox as it goes on the wire, without angle brackets. Parsed again it gives the same address. */
export function formatAddress(address: ParsedAddress): string {
  return `${address.localPart}@${address.domain}`;
}

/** The mailbox as people read it: the domain in its own script. */
export function displayAddress(address: ParsedAddress): string {
  return `${address.localPart}@${address.unicodeDomain}`;
}
