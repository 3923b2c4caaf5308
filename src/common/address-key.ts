import { hash } from 'node:crypto';

/**
 * How addresses are normalised, as part of every key: verdicts stored under older rules, by which two addresses could
 * share one, are never read again and expire.
 */
const RULES = '2';

/**
 * The key under which what is known of a normalised address is kept (verdicts, feedback): 128 bits of SHA-256 as 22 characters (a chance of
 * 10^-21 that two among a billion addresses share one). Of one length for every address, and cheap to index.
 */
export function addressKey(normalised: string): string {
  return hash('sha256', `${RULES}\0${normalised}`, 'base64url').slice(0, 22);
}
