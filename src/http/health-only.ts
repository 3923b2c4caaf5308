import type { NextFunction, Request, Response } from 'express';

/** A worker is not the interface: it answers about its health and its figures alone. */
export function healthOnly(request: Request, response: Response, next: NextFunction): void {
  if (/^\/(health\/(live|ready)|metrics)$/.test(request.path)) next();
  else response.status(404).json({ message: 'This process is a worker: it serves /health and /metrics only.' });
}
