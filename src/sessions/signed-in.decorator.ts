import { applyDecorators, createParamDecorator, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ApiCookieAuth } from '@nestjs/swagger';
import { AccountThrottlerGuard } from './account-throttler.guard';
import { ApiManagementErrors } from './api-management-errors.decorator';
import { SESSION_COOKIE } from './session-cookie';
import { SameOriginGuard } from './same-origin.guard';
import { SessionCookieGuard } from './session-cookie.guard';
import { SessionGuard, type SignedInRequest } from './session.guard';
import type { Session } from './sessions.service';
import { requestOf } from '../common/http-context';

/** In this order: a cookie (401), asked by our pages (403), a session (401), its account's rate (429). */
export const SIGNED_IN_GUARDS = [SessionCookieGuard, SameOriginGuard, SessionGuard, AccountThrottlerGuard];

/** Guards a route by the session cookie, and against changes that other sites ask for; documents both. */
export function SignedIn(): MethodDecorator & ClassDecorator {
  return applyDecorators(UseGuards(...SIGNED_IN_GUARDS), ApiCookieAuth(SESSION_COOKIE), ApiManagementErrors());
}

/** The `Session` of a request that passed `@SignedIn`. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  const { session } = requestOf<SignedInRequest>(context);
  if (session === undefined) throw new Error('@CurrentSession needs @SignedIn on the same route.');
  return session;
});
