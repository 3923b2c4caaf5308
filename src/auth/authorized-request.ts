import type { KeyObject } from 'node:crypto';
import type { Request } from 'express';
import { notesOf } from '../common/request-notes';
import type { Access } from './access';
import type { AccountAccess } from './account-access';
import type { TokenClaims } from './jwt.strategy';

/** Whose token it is: what a request carries behind the `JwtAuthGuard`. */
export interface AuthenticatedToken {
  claims: TokenClaims;
  account: AccountAccess;
}

declare module '../common/request-notes' {
  /** What the guards of `@Authorized` leave, one after the other. */
  interface RequestNotes {
    token?: AuthenticatedToken;
    /** From the `OrganizationGuard` on. */
    access?: Access;
  }
}

export type AuthorizedRequest = Request & {
  /** With which tokens of this application are signed; for the strategy, of which Passport knows one a process. */
  tokenKey?: KeyObject;
};

/** @throws Error where a guard stands in the wrong place */
export function tokenOf(request: AuthorizedRequest): AuthenticatedToken {
  const { token } = notesOf(request);
  if (token === undefined) throw new Error('The JwtAuthGuard stands in front of the other guards.');
  return token;
}
