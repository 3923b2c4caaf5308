import type { NextFunction, Request, Response } from 'express';

/** A request with two Host headers is refused (RFC 9112 3.2): a proxy before us may have gone by the other one. */
export function singleHostHeader(request: Request, response: Response, next: NextFunction): void {
  let hosts = 0;
  const { rawHeaders } = request;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts < 2) next();
  else response.status(400).json({ message: 'The request has more than one Host header.' });
}
