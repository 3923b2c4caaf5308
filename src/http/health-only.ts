import type { NextFunction, Request, Response } from 'express';
import { isOpsRequest } from './operator-access';

/** A worker, and the port for operators, are not the interface: they answer about health and figures alone. */
export function healthOnly(isWorker: boolean): (request: Request, response: Response, next: NextFunction) => void {
  return (request, response, next) => {
    const isRestricted = isWorker || isOpsRequest(request);
    if (!isRestricted || /^\/(health\/(live|ready)|metrics)$/.test(request.path)) next();
    else
      response
        .status(404)
        .json({ message: `This ${isWorker ? 'process is a worker: it' : 'port'} serves /health and /metrics only.` });
  };
}
