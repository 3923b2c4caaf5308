import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimitedError } from '../auth/auth.errors';
import { logSecurityEvent } from '../common/security-event';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { RateLimiter } from '../rate-limit/rate-limiter';
import { useByClient } from '../rate-limit/use-by-client';

/**
 * For routes of the interface that need neither token nor session: counts the client before anything that it sent is
 * looked at. A guard, since guards run before bodies are read.
 */
@Injectable()
export class OpenRouteGuard implements CanActivate {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const state = await useByClient(this.limiter, 'open routes', request.ip, this.config.RATE_LIMIT_PER_MINUTE);
    if (!state.isExceeded) return true;
    logSecurityEvent(request, 'open_routes', 'refused', { reason: 'rate_limited' });
    throw new RateLimitedError(state.resetSeconds);
  }
}
