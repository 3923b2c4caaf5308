import type { CorsOptions, CorsOptionsDelegate } from '@nestjs/common/interfaces/external/cors-options.interface';
import type { Request } from 'express';

const PREFLIGHT_KEPT_S = 600;

/**
 * Which pages of other origins may read answers, for `enableCors`: those of `CORS_ORIGINS`, on routes that a token alone opens. Never
 * where a cookie counts, and never with credentials: what a browser knows of its user gives a page of others nothing.
 * @param origins as browsers write them, or `*` alone
 */
export function crossOrigin(origins: readonly string[]): CorsOptionsDelegate<Request> {
  const opened: CorsOptions = {
    // A list, also of one: then the library answers to each origin by itself, with `Vary: Origin`.
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'X-Organization-ID', 'Idempotency-Key'],
    exposedHeaders: [
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
      'Idempotency-Replayed',
      'X-Test-Mode',
      'X-Request-ID',
    ],
    maxAge: PREFLIGHT_KEPT_S,
  };
  return (request, done) => {
    done(null, opensByToken(request.path) && !isPlainOptions(request) ? opened : { origin: false });
  };
}

/** The document beside them is everybody's. */
function opensByToken(path: string): boolean {
  if (path === '/openapi.json') return true;
  // What providers post to `/v1/feedback/in` comes from no page.
  return /^\/v1\/(validate|credits|feedback)(\/|$)/.test(path) && !/^\/v1\/feedback\/in(\/|$)/.test(path);
}

/** The library takes each OPTIONS for a preflight; others are asked of the route (WHATWG Fetch, CORS-preflight request). */
function isPlainOptions({ method, headers }: Request): boolean {
  return (
    method === 'OPTIONS' && (headers.origin === undefined || headers['access-control-request-method'] === undefined)
  );
}
