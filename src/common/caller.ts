import type { Request } from 'express';
import { notesOf, type Caller } from './request-notes';

/** Adds what a guard has found out. */
export function noteCaller(request: Request, { accountId, sessionId, tokenId, isTest, organizationId }: Caller): void {
  const { caller } = notesOf(request);
  // One by one: to copy names that are not known before takes longer than a guard.
  if (accountId !== undefined) caller.accountId = accountId;
  if (sessionId !== undefined) caller.sessionId = sessionId;
  if (tokenId !== undefined) caller.tokenId = tokenId;
  if (isTest !== undefined) caller.isTest = isTest;
  if (organizationId !== undefined) caller.organizationId = organizationId;
}

export const callerOf = (request: Request): Caller => notesOf(request).caller;
