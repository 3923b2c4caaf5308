import { parseMailbox } from './mailbox';
import { MAX_INPUT, trimBlanks } from './parse-address';

/** Octets of a mailbox (RFC 5321 4.5.3.1.3) and of its local part (4.5.3.1.1). */
const MAX_OCTETS = 254;
const MAX_LOCAL_OCTETS = 64;
/** Mailboxes as nearly all are: a dot-string, host name labels, and letters at the end, in ASCII. */
const PLAIN =
  /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+(?:\.[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/**
 * `normalised` of the address that `parseAddress` reads, or null where it finds a fault. Several times as fast, for
 * lists of millions: it tells no fault and looks for nothing to mend.
 */
export function normaliseAddress(input: string): string | null {
  if (input.length > MAX_INPUT) return null;
  const text = trimBlanks(input);
  if (text.length <= MAX_OCTETS) {
    const lower = text.toLowerCase();
    // A-labels (`xn--`) have to be decoded before they can be judged.
    if (PLAIN.test(text) && text.indexOf('@') <= MAX_LOCAL_OCTETS && !lower.includes('xn--')) return lower;
  }
  const parsed = parseMailbox(text);
  return parsed.ok ? parsed.address.normalised : null;
}
