import { createHash } from 'node:crypto';

/**
 * The key under which verdicts about a normalised address are kept: 128 bits of SHA-256 as 22 characters (a chance of
 * 10^-21 that two among a billion addresses share one). Of one length for every address, and cheap to index.
 */
export function addressKey(normalised: string): string {
  return createHash('sha256').update(normalised).digest('base64url').slice(0, 22);
}
