import { ForbiddenAddressError, HttpNotAllowedError, type GuardedPostAnswer } from '../../common/guarded-fetch';
import type { DeliveryError } from '../webhook-delivery.entity';
import { readRetryAfter } from './retry-schedule';

/** How an attempt went. */
export interface Attempt {
  /** Null: it succeeded. */
  error: DeliveryError | null;
  /** Null: no answer came. */
  httpStatus: number | null;
  /** The beginning of the answer's body. */
  response: string | null;
  /** The endpoint is out of reach or overloaded: whatever else waits for it would fare no better now. */
  isOut: boolean;
  /** It answered 410: it wants nothing more. */
  isGone: boolean;
  /** For how long it asks to be left alone, in milliseconds. */
  asksMs: number;
}

const REDIRECTS = { from: 300, to: 399 };
const SUCCESSES = { from: 200, to: 299 };
const GONE = 410;
/** The receiver, or what stands in front of it, has too much to do. */
const OVERLOADED = new Set([429, 502, 503, 504]);
/** Of getaddrinfo, and of c-ares. */
const DNS_CODES = /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|ENONAME|EBADRESP|ETIMEOUT|EBADNAME|EFORMERR|ENOTIMP)/;
const TLS_CODES = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$|HOSTNAME_MISMATCH)/;

const within = (status: number, { from, to }: { from: number; to: number }): boolean => status >= from && status <= to;

/** Only 2xx is success (Standard Webhooks 1.0.0); a redirect is not followed. */
export function attemptOf({ status, headers, body }: GuardedPostAnswer, now: number): Attempt {
  const isSuccess = within(status, SUCCESSES);
  return {
    error: isSuccess ? null : within(status, REDIRECTS) ? 'redirect' : 'status',
    httpStatus: status,
    response: shown(body),
    isOut: OVERLOADED.has(status),
    isGone: status === GONE,
    asksMs: isSuccess ? 0 : readRetryAfter(headers['retry-after'], now),
  };
}

/** Of an attempt that brought no answer. */
export function failureOf(fault: unknown): Attempt {
  return { error: errorOf(fault), httpStatus: null, response: null, isOut: true, isGone: false, asksMs: 0 };
}

function errorOf(fault: unknown): DeliveryError {
  if (fault instanceof HttpNotAllowedError) return 'http_not_allowed';
  if (fault instanceof ForbiddenAddressError) return 'forbidden_address';
  const { name, code } = fault as { name?: string; code?: unknown };
  if (name === 'AbortError' || name === 'TimeoutError') return 'timeout';
  if (typeof code !== 'string') return 'connection';
  if (TLS_CODES.test(code)) return 'tls';
  return DNS_CODES.test(code) ? 'dns' : 'connection';
}

/** As text that every database takes: what is no UTF-8 is replaced, and so is what is none of the characters that are shown. */
function shown(body: Buffer): string | null {
  const text = body.toString('utf8').replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\uFFFD');
  return text === '' ? null : text;
}
