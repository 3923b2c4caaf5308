import type { Request } from 'express';
import { ForgedRequestError } from './sessions.errors';

/** Methods that change nothing (RFC 9110 9.2.1). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that another site asks a signed-in browser for (CSRF). A change needs the header `X-CSRF: 1`, which no
 * other site can send without a preflight that we never answer; and where the browser says who asks, it must be us.
 * Stands behind the cookie's `SameSite=Strict`, which lets other hosts of the same site through.
 * @throws ForgedRequestError
 */
export function requireSameOrigin(request: Request): void {
  if (SAFE_METHODS.has(request.method)) return;
  if (request.headers['x-csrf'] !== '1') throw new ForgedRequestError('Send the header X-CSRF: 1 with every change.');
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  if ((site !== undefined && site !== 'same-origin') || (origin !== undefined && !isOurs(origin, request))) {
    throw new ForgedRequestError('This request comes from another site.');
  }
}

/** By host and port: behind a proxy the scheme that we see may not be the browser's. */
function isOurs(origin: string, request: Request): boolean {
  // Express knows the host that a trusted proxy was asked for.
  const host = request.host as string | undefined;
  if (host === undefined || !URL.canParse(origin)) return false;
  const { protocol, host: asking } = new URL(origin);
  const ours = `${protocol}//${host}`;
  return URL.canParse(ours) && new URL(ours).host === asking;
}
