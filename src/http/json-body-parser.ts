import { json, type NextFunction, type Request, type Response } from 'express';
import type { RequestWithBody } from '../common/json-body.decorator';
import { BodyTooLargeError, MalformedRequestError } from '../common/malformed-request.error';

const MAX_BODY = '100kb';

/**
 * Parses JSON bodies up to 100 kB. A fault is kept for the route rather than thrown, so that token, rate, organization
 * and permission are judged first.
 */
export function jsonBodyParser(): (request: Request, response: Response, next: NextFunction) => void {
  const parse = json({ limit: MAX_BODY, strict: true });
  return (request: RequestWithBody, response, next) => {
    parse(request, response, (error?: unknown) => {
      if (error !== undefined) request.bodyFault = bodyFault(error as { type?: string });
      next();
    });
  };
}

function bodyFault({ type }: { type?: string }): Error {
  if (type === 'entity.too.large') return new BodyTooLargeError('The body is larger than 100 kB.');
  if (type === 'request.aborted') return new MalformedRequestError('The request ended before its body was complete.');
  return new MalformedRequestError('The body is not well-formed JSON in UTF-8.');
}
