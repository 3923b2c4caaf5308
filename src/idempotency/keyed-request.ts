import type { Request, Response } from 'express';
import { hash } from 'node:crypto';
import { callerOf } from '../common/caller';
import { readKey } from './read-key';

/** A request that came with an `Idempotency-Key`. */
export interface KeyedRequest {
  /**
   * Of its row: whose it is, its route and its key. Two tokens of one organization share keys, unless one is a test token;
   * two organizations never do.
   */
  id: string;
  organizationId: number;
  accountId: number;
  /** What makes it another request beside its body. */
  facts: readonly unknown[];
}

/** To be asked behind the guards. @returns null: it has no key; @throws MalformedRequestError */
export function keyedRequestOf({ req: request }: Response): KeyedRequest | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = readKey(String(header));
  const { organizationId = 0, accountId = 0, isTest = false } = callerOf(request);
  const owner = organizationId === 0 ? { organizationId, accountId } : { organizationId, accountId: 0 };
  const scope = [owner.organizationId, owner.accountId, isTest, request.method, templateOf(request), key];
  return {
    ...owner,
    id: hash('sha256', JSON.stringify(scope), 'base64url'),
    facts: [request.params, request.query],
  };
}

const templateOf = (request: Request): string => (request.route as { path: string }).path;
