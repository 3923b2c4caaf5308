import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { notesOf } from '../common/request-notes';

/** Tells the processes of a fleet apart, and their restarts. */
const PROCESS = randomBytes(6).toString('hex');
let count = 0;

/** The id that a request has in the log and in the `X-Request-ID` header: the caller's, when it is a harmless one. */
export function requestId(request: Request): string {
  const notes = notesOf(request);
  if (notes.id !== undefined) return notes.id;
  const given = request.headers['x-request-id'];
  const isHarmless = typeof given === 'string' && /^[\w.-]{1,64}$/.test(given);
  notes.id = isHarmless ? given : nextId();
  return notes.id;
}

function nextId(): string {
  count += 1;
  return `${PROCESS}-${count}`;
}

export function setRequestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-ID', requestId(request));
  next();
}
