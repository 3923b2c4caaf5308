import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { TokenClaims } from './jwt.strategy';

const MAX_TOKENS = 10_000;

/**
 * The texts of tokens whose signature was checked. What it vouches for never changes, so that only whether the token has
 * expired is asked each time; whether it is revoked is asked elsewhere.
 */
@Injectable()
export class VerifiedTokens {
  private readonly known = new LRUCache<string, TokenClaims>({ max: MAX_TOKENS });

  find(token: string): TokenClaims | null {
    const claims = this.known.get(token);
    return claims !== undefined && Date.now() < claims.expiresAt ? claims : null;
  }

  add(token: string, claims: TokenClaims): void {
    this.known.set(token, claims);
  }
}
