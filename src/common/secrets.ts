import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in base64url: 43 characters that go into a cookie or a link. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret. It has more bits than can be tried, so that one round of SHA-256 is enough. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
