import type { IncomingMessage } from 'node:http';

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

/** What is found out of a request on its way. Other folders add what is theirs (`declare module`). */
export interface RequestNotes {
  id?: string;
  caller: Caller;
}

const NOTES = Symbol('notes');
interface NotedRequest extends IncomingMessage {
  [NOTES]?: RequestNotes;
}

/**
 * The notes of a request, in one property of it: Express gives each request a shape of its own, so that every property that
 * is added to one costs more than a microsecond, and a kilobyte.
 */
export function notesOf(request: NotedRequest): RequestNotes {
  const known = request[NOTES];
  if (known !== undefined) return known;
  const notes: RequestNotes = { caller: {} };
  request[NOTES] = notes;
  return notes;
}
