import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { callerOf } from '../common/caller';
import { clientKey } from '../common/client-key';
import { answeredAt } from './lingering-close';
import { requestId } from './request-id';
import { routeOf } from './route-of';

/**
 * One line a request, at its end: who by ids, which route, how it ended, how long it took. Neither headers nor bodies nor
 * the path itself, in which secrets may stand however it is written.
 */
export function requestLog(logger: Logger): (request: Request, response: Response, next: NextFunction) => void {
  const isOn = logger.isLevelEnabled('info');
  return (request, response, next) => {
    if (isOn) {
      const start = performance.now();
      response.on('close', () => {
        const answered = answeredAt(response);
        const caller = callerOf(request);
        logger.info({
          context: 'Http',
          requestId: requestId(request),
          client: clientKey(request.ip),
          accountId: caller.accountId,
          sessionId: caller.sessionId,
          tokenId: caller.tokenId,
          test: caller.isTest,
          organizationId: caller.organizationId,
          method: request.method,
          route: routeOf(request),
          // Null: its caller went away before there was an answer.
          status: response.headersSent ? response.statusCode : null,
          aborted: answered === null && !response.writableFinished,
          ms: Math.round((answered ?? performance.now()) - start),
        });
      });
    }
    next();
  };
}
