import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const ids = new WeakMap<Request, string>();

/** The id that a request has in the log and in the `X-Request-ID` header: the caller's, when it is a harmless one. */
export function requestId(request: Request): string {
  let id = ids.get(request);
  if (id === undefined) {
    const given = request.headers['x-request-id'];
    id = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
    ids.set(request, id);
  }
  return id;
}

export function setRequestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-ID', requestId(request));
  next();
}
