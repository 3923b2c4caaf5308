import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimitedError, UnauthenticatedError } from '../auth/auth.errors';
import { noteCaller } from '../common/caller';
import { logSecurityEvent } from '../common/security-event';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { RateLimiter, type RateLimitState } from '../rate-limit/rate-limiter';
import { useByClient } from '../rate-limit/use-by-client';
import { requireSameOrigin } from './require-same-origin';
import { readSessionCookies } from './session-cookie';
import { SessionsService, type Session } from './sessions.service';

/** What one account's pages may ask for in a minute, as a multiple of a token's budget: a page asks for several things. */
const REQUESTS_FACTOR = 10;
/** As for tokens. */
const FAILURES_FACTOR = 5;

export type SignedInRequest = Request & { session?: Session };

/** Lets in who is signed in, in this order: cookie (401), no other site (403), session (401), rate (429). */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: SessionsService,
    private readonly limiter: RateLimiter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const secrets = readSessionCookies(request);
    if (secrets.length === 0) throw new UnauthenticatedError();
    requireSameOrigin(request);
    const session = await this.sessions.find(secrets);
    if (session === null) {
      const failures = await useByClient(
        this.limiter,
        'failed authentication',
        request.ip,
        this.limit(FAILURES_FACTOR),
      );
      if (failures.isExceeded) logSecurityEvent(request, 'failed_authentications', 'refused');
      refuse(failures);
      throw new UnauthenticatedError();
    }
    noteCaller(request, { accountId: session.accountId, sessionId: session.id });
    refuse(await this.limiter.use(`account ${session.accountId}`, this.limit(REQUESTS_FACTOR)));
    request.session = session;
    return true;
  }

  private limit(factor: number): number {
    return this.config.RATE_LIMIT_PER_MINUTE * factor;
  }
}

function refuse(state: RateLimitState): void {
  if (state.isExceeded) throw new RateLimitedError(state.resetSeconds);
}
