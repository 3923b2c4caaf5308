import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimitedError, UnauthenticatedError } from '../auth/auth.errors';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { RateLimiter } from '../rate-limit/rate-limiter';
import { requireSameOrigin } from './require-same-origin';
import { readSessionCookie } from './session-cookie';
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
    const secret = readSessionCookie(request);
    if (secret === null) throw new UnauthenticatedError();
    requireSameOrigin(request);
    const session = await this.sessions.find(secret);
    if (session === null) {
      await this.count(`failed authentication from ${request.ip ?? 'nowhere'}`, FAILURES_FACTOR);
      throw new UnauthenticatedError();
    }
    await this.count(`account ${session.accountId}`, REQUESTS_FACTOR);
    request.session = session;
    return true;
  }

  private async count(key: string, factor: number): Promise<void> {
    const state = await this.limiter.use(key, this.config.RATE_LIMIT_PER_MINUTE * factor);
    if (state.isExceeded) throw new RateLimitedError(state.resetSeconds);
  }
}
