import type { NextFunction, Request, Response } from 'express';
import { RateLimitedError } from '../auth/auth.errors';
import { clientKey } from '../common/client-key';
import type { AppConfig } from '../config/app-config';
import { memoryRateLimiter } from '../rate-limit/rate-limiters';
import { errorReply } from './error-bodies';
import { isOperator } from './operator-access';

/** What one client may ask for outside of `/v1`, as a multiple of a token's budget: a page asks for several files. */
const FACTOR = 10;

type Config = Pick<AppConfig, 'RATE_LIMIT_PER_MINUTE' | 'OPS_PORT' | 'OPS_TOKEN'>;

/**
 * Counts who asks for pages, documents and paths that are not there. Each process by itself: what it saves is this
 * process's time.
 */
export function pageRateLimit(config: Config): (request: Request, response: Response, next: NextFunction) => void {
  const limiter = memoryRateLimiter();
  const limit = config.RATE_LIMIT_PER_MINUTE * FACTOR;
  return (request, response, next) => {
    const { path } = request;
    if (path.startsWith('/v1/') || path === '/health/live' || isOperator(request, config)) {
      next();
      return;
    }
    limiter.use(clientKey(request.ip), limit).then((state) => {
      if (!state.isExceeded) {
        next();
        return;
      }
      const { status, body, headers = {} } = errorReply(new RateLimitedError(state.resetSeconds));
      response.status(status).set(headers).json(body);
    }, next);
  };
}
