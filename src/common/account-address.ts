import { isPrintable, tidyLine } from './one-line';

/** The longest address there is (RFC 5321 4.5.3.1.3, less the brackets), and less than the column holds. */
const MAX_OCTETS = 254;

/**
 * The form in which addresses of accounts are stored and compared: lower case, NFC. Folded before it is measured, since
 * lower case may be longer (`İ` is one character, `i̇` two).
 */
export function normaliseAccountAddress(text: string): string {
  return tidyLine(text).toLowerCase().normalize('NFC');
}

/** What is wrong with it, as what comes behind "The email field"; null: nothing. `address` is normalised. */
export function accountAddressFault(address: string): string | null {
  if (Buffer.byteLength(address) > MAX_OCTETS) return `must not be greater than ${MAX_OCTETS} octets.`;
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(address) && isPrintable(address);
  // Full-width letters, ligatures and the like read as others (RFC 8264 9.17).
  return isAddress && address === address.normalize('NFKC') ? null : 'must be an e-mail address.';
}
