import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { callerOf } from '../common/caller';
import { clientKey } from '../common/client-key';
import { maskAddresses } from '../common/mask-addresses';
import { answeredAt } from './lingering-close';
import { requestId } from './request-id';

/** One line a request, at its end: who by ids, what, how it ended, how long it took. Neither headers nor bodies. */
export function requestLog(logger: Logger): (request: Request, response: Response, next: NextFunction) => void {
  const isOn = logger.isLevelEnabled('info');
  return (request, response, next) => {
    if (isOn) {
      const start = performance.now();
      response.once('close', () => {
        const answered = answeredAt(response);
        logger.info({
          context: 'Http',
          requestId: requestId(request),
          client: clientKey(request.ip),
          ...callerOf(request),
          method: request.method,
          path: maskAddresses(withoutSecret(request.path).slice(0, 200)),
          status: response.statusCode,
          aborted: answered === null && !response.writableFinished,
          ms: Math.round((answered ?? performance.now()) - start),
        });
      });
    }
    next();
  };
}

/** The secret of an invitation is part of its path. */
function withoutSecret(path: string): string {
  return path.replace(/^\/v1\/invitations\/.+/, '/v1/invitations/…');
}
