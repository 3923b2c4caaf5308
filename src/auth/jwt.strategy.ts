import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { decode, type JwtPayload } from 'jsonwebtoken';
import { Strategy } from 'passport-jwt';
import { PERMISSIONS, type Permission } from './permissions';
import { ALGORITHM } from './token-signer';

/** What the signature of a token vouches for. */
export interface TokenClaims {
  tokenId: string;
  accountId: number;
  permissions: ReadonlySet<Permission>;
  isTest: boolean;
  /** Milliseconds since the epoch; Infinity for a token that does not expire. */
  expiresAt: number;
}

/** Checks a bearer token (JWT, RFC 7519) with Passport: that we signed it, and that it has not expired. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: bearerToken,
      // Of the application that was asked: Passport knows one strategy of a name in a process, whoever made it.
      secretOrKeyProvider: ({ tokenKey }: { tokenKey?: KeyObject }, _token, done) => {
        // jsonwebtoken takes a `KeyObject`, which the types of passport-jwt do not know.
        done(null, tokenKey as unknown as Buffer);
      },
      algorithms: [ALGORITHM],
      passReqToCallback: true,
    });
  }

  /** Null: not one of our tokens, though the signature holds. */
  validate(request: Request, payload: JwtPayload): TokenClaims | null {
    const header = decode(bearerToken(request) ?? '', { complete: true })?.header;
    // It names extensions that must be understood (RFC 7515 4.1.11), and we know none.
    return header === undefined || 'crit' in header ? null : claimsOf(payload);
  }
}

/** RFC 6750 2.1; the scheme's case does not matter (RFC 9110 11.1). Null: there is none. */
export function bearerToken({ headers }: Pick<Request, 'headers'>): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

function claimsOf(payload: JwtPayload & { permissions?: unknown; test?: unknown }): TokenClaims | null {
  const { jti, sub, exp, permissions, test } = payload;
  if (typeof jti !== 'string' || !/^\d{1,10}$/.test(sub ?? '') || !Array.isArray(permissions)) return null;
  return {
    tokenId: jti,
    accountId: Number(sub),
    permissions: new Set(PERMISSIONS.filter((permission) => permissions.includes(permission))),
    isTest: test === true,
    expiresAt: (exp ?? Infinity) * 1000,
  };
}
