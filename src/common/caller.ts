import type { Request } from 'express';

/** Who asks, as far as the guards have found out: ids for the log. */
export interface Caller {
  accountId?: number;
  /** The session's id, which is not its secret. */
  sessionId?: number;
  tokenId?: string;
  /** By a test token. */
  isTest?: true;
  organizationId?: number;
}

const CALLER = Symbol('caller');
interface KnownRequest extends Request {
  [CALLER]?: Caller;
}

/** Adds what a guard has found out. */
export function noteCaller(request: KnownRequest, caller: Caller): void {
  if (request[CALLER] === undefined) request[CALLER] = caller;
  else Object.assign(request[CALLER], caller);
}

export function callerOf(request: KnownRequest): Caller {
  return request[CALLER] ?? {};
}
