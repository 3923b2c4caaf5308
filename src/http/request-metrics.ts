import type { NextFunction, Request, Response } from 'express';
import type { Metrics } from '../common/metrics';
import { TEST_MODE } from '../common/test-mode';
import { answeredAt } from './lingering-close';
import { routeOf } from './route-of';

/** Times each request under its route's pattern, never under its path: ids would make figures without end. */
export function requestMetrics(metrics: Metrics): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    const start = performance.now();
    response.on('close', () => {
      // In figures of their own, or a customer's trials would look like faults and slowness of the service.
      const route = response.hasHeader(TEST_MODE) ? 'test mode' : routeOf(request);
      metrics.requests.observe(
        // A caller who went away before there was an answer got none, whatever it would have been.
        { method: request.method, route, status: response.headersSent ? response.statusCode : 'none' },
        ((answeredAt(response) ?? performance.now()) - start) / 1000,
      );
    });
    next();
  };
}
