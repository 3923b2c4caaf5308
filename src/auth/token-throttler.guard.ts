import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail } from '@nestjs/throttler';
import type { Response } from 'express';
import { RateLimitedError } from './auth.errors';
import { tokenOf, type AuthorizedRequest } from './authorized-request';
import { tokenBudget } from './request-budgets';
import { requestOf, responseOf } from '../common/http-context';

/**
 * Limits the rate of each token (429): one budget over all routes and all processes. Every answer says what is left of it
 * in the fields of draft-ietf-httpapi-ratelimit-headers, version 03 to 07.
 */
@Injectable()
export class TokenThrottlerGuard extends ThrottlerGuard {
  protected override headerPrefix = 'RateLimit';

  /** The library's own way looks at each route for rules that no route of ours has. */
  override canActivate(context: ExecutionContext): Promise<boolean> {
    const [throttler] = this.throttlers;
    const { limit, ttl } = throttler ?? {};
    const { getTracker, generateKey } = this.commonOptions;
    if (!throttler || typeof limit !== 'number' || typeof ttl !== 'number' || !getTracker || !generateKey) {
      return super.canActivate(context);
    }
    return this.handleRequest({ context, limit, ttl, blockDuration: ttl, throttler, getTracker, generateKey });
  }

  protected override getRequestResponse(context: ExecutionContext): { req: AuthorizedRequest; res: Response } {
    return { req: requestOf(context), res: responseOf(context) };
  }

  protected override getTracker(request: AuthorizedRequest): Promise<string> {
    return Promise.resolve(tokenOf(request).claims.tokenId);
  }

  /** The same for all routes. */
  protected override generateKey(_context: ExecutionContext, tokenId: string): string {
    return tokenBudget(tokenId);
  }

  protected override setResponseHeader(response: Response, name: string, value: number): void {
    response.setHeader(name, value);
  }

  protected override throwThrottlingException(context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const response = responseOf<Response>(context);
    this.setResponseHeader(response, `${this.headerPrefix}-Limit`, detail.limit);
    this.setResponseHeader(response, `${this.headerPrefix}-Remaining`, 0);
    this.setResponseHeader(response, `${this.headerPrefix}-Reset`, detail.timeToExpire);
    return Promise.reject(new RateLimitedError(detail.timeToExpire));
  }
}
