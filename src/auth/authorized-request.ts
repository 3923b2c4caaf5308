import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import type { Access } from './access';
import type { AccountAccess } from './account-access';
import type { TokenClaims } from './jwt.strategy';

/** Whose token it is: what a request carries behind the `JwtAuthGuard`. */
export interface AuthenticatedToken {
  claims: TokenClaims;
  account: AccountAccess;
}

/** What the guards of `@Authorized` leave on a request, one after the other. */
export type AuthorizedRequest = Request & {
  /** With which tokens of this application are signed; for the strategy, of which Passport knows one a process. */
  tokenKey?: KeyObject;
  token?: AuthenticatedToken;
  /** From the `OrganizationGuard` on. */
  access?: Access;
};

/** @throws Error where a guard stands in the wrong place */
export function tokenOf({ token }: AuthorizedRequest): AuthenticatedToken {
  if (token === undefined) throw new Error('The JwtAuthGuard stands in front of the other guards.');
  return token;
}
