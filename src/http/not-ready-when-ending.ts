import type { NextFunction, Request, Response } from 'express';
import type { Connections } from './connections';

/** A process that is going down says so first, for who spreads requests over several. */
export function notReadyWhenEnding(
  connections: Connections,
): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    if (!connections.areEnding || request.path !== '/health/ready') next();
    else
      response.status(503).json({ status: 'not ready', parts: { process: 'The process is stopping.' }, warnings: [] });
  };
}
