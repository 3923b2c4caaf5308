import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { AppConfig } from '../config/app-config';

/** Data, never a page: nothing may be loaded by it, framed, sniffed or kept. */
const FOR_DATA = new Map([
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'no-store'],
]);
const FOR_DATA_OVER_TLS = new Map([...FOR_DATA, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']]);

/**
 * The headers that a browser is to obey. All but the pages get the few that mean something for data: the dozen that pages
 * get cost each request more than its look-up in the cache. Nothing is kept unless its route says otherwise.
 */
export function securityHeaders(
  config: Pick<AppConfig, 'TLS_CERT_FILE'>,
): (request: Request, response: Response, next: NextFunction) => void {
  const isTls = config.TLS_CERT_FILE !== undefined;
  const forPages = headersOfPages(isTls);
  const forData = isTls ? FOR_DATA_OVER_TLS : FOR_DATA;
  return (request, response, next) => {
    response.setHeaders(forData);
    if (/^\/(docs|dashboard|operator)(\/|$)/.test(request.path)) forPages(request, response, next);
    else next();
  };
}

/** Swagger UI needs its own styles inline; over plain HTTP nothing may be upgraded to HTTPS. */
function headersOfPages(isTls: boolean): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: { directives: { 'upgrade-insecure-requests': isTls ? [] : null } },
    strictTransportSecurity: isTls,
    crossOriginResourcePolicy: { policy: 'same-site' },
  });
}
