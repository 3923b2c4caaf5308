import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const ID = Symbol('request id');
interface Identified extends Request {
  [ID]?: string;
}

/** Tells the processes of a fleet apart, and their restarts. */
const PROCESS = randomBytes(6).toString('hex');
let count = 0;

/** The id that a request has in the log and in the `X-Request-ID` header: the caller's, when it is a harmless one. */
export function requestId(request: Identified): string {
  if (request[ID] !== undefined) return request[ID];
  const given = request.headers['x-request-id'];
  const isHarmless = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given);
  request[ID] = isHarmless ? given : nextId();
  return request[ID];
}

function nextId(): string {
  count += 1;
  return `${PROCESS}-${count}`;
}

export function setRequestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-ID', requestId(request));
  next();
}
