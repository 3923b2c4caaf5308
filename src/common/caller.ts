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
  const known = request[CALLER];
  if (known === undefined) {
    request[CALLER] = caller;
    return;
  }
  // One by one: each request comes here several times, and to copy names that are not known before takes longer than a guard.
  const { accountId, sessionId, tokenId, isTest, organizationId } = caller;
  if (accountId !== undefined) known.accountId = accountId;
  if (sessionId !== undefined) known.sessionId = sessionId;
  if (tokenId !== undefined) known.tokenId = tokenId;
  if (isTest !== undefined) known.isTest = isTest;
  if (organizationId !== undefined) known.organizationId = organizationId;
}

export function callerOf(request: KnownRequest): Caller {
  return request[CALLER] ?? {};
}
