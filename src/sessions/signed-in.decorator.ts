import { applyDecorators, createParamDecorator, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ApiCookieAuth } from '@nestjs/swagger';
import { ApiManagementErrors } from './api-management-errors.decorator';
import { SESSION_COOKIE } from './session-cookie';
import { SessionGuard, type SignedInRequest } from './session-guard';
import type { Session } from './sessions.service';

/** Guards a route by the session cookie, and against changes that other sites ask for; documents both. */
export function SignedIn(): MethodDecorator & ClassDecorator {
  return applyDecorators(UseGuards(SessionGuard), ApiCookieAuth(SESSION_COOKIE), ApiManagementErrors());
}

/** The `Session` of a request that passed `@SignedIn`. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): Session => {
  const { session } = context.switchToHttp().getRequest<SignedInRequest>();
  if (session === undefined) throw new Error('@CurrentSession needs @SignedIn on the same route.');
  return session;
});
