import type { Request, Response } from 'express';
import { ABSOLUTE_LIMIT_MS } from './session-limits';

export const SESSION_COOKIE = 'session';

/** 256 random bits in base64url. */
const SECRET = /^[\w-]{43}$/;

/** The session's secret that the request carries, or null where there is none of our form. */
export function readSessionCookie(request: Request): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.split('=', 2).map((part) => part.trim());
    if (name === SESSION_COOKIE) return SECRET.test(value) ? value : null;
  }
  return null;
}

/** Scripts can't read it, other sites can't send it, and over TLS it never travels in the clear. */
export function setSessionCookie(request: Request, response: Response, secret: string): void {
  response.cookie(SESSION_COOKIE, secret, { ...attributes(request), maxAge: ABSOLUTE_LIMIT_MS });
}

export function clearSessionCookie(request: Request, response: Response): void {
  response.clearCookie(SESSION_COOKIE, attributes(request));
}

function attributes(request: Request) {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: request.secure } as const;
}
