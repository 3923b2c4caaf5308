import type { Request, Response } from 'express';

export const SESSION_COOKIE = 'session';
/** Over TLS: browsers take a cookie of this name from this very host only, never from a sibling of it (RFC 6265bis 4.1.3.2). */
const SECURE_SESSION_COOKIE = '__Host-session';

/** 256 random bits in base64url. */
const SECRET = /^[\w-]{43}$/;
/** A browser sends one; another path or host of the same site may have set more. */
const MAX_COOKIES = 5;

/** The sessions' secrets that the request carries, in its order: all that are of our form, since one may hide another. */
export function readSessionCookies(request: Request): string[] {
  const name = nameFor(request);
  return (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.split('=', 2).map((part) => part.trim()))
    .flatMap(([key, value = '']) => (key === name && SECRET.test(value) ? [value] : []))
    .slice(0, MAX_COOKIES);
}

/** Scripts can't read it, other sites can't send it, and over TLS it never travels in the clear. */
export function setSessionCookie(request: Request, response: Response, secret: string, maxAge: number): void {
  response.cookie(nameFor(request), secret, { ...attributes(request), maxAge });
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.clearCookie(nameFor(request), attributes(request));
}

function nameFor(request: Request): string {
  return request.secure ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
}

function attributes(request: Request) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: request.secure } as const;
}
