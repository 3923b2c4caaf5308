/** How a request is refused. */
export interface RefusalReply {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** What was answered: the body that its route gives with its own status, or a refusal. */
export type StoredAnswer = { body: unknown } | { refusal: RefusalReply };

/** Says how an error is answered; null: it is a fault of ours. Also the DI token. */
export abstract class Refusals {
  abstract replyTo(error: unknown): RefusalReply | null;
}

/**
 * Of refusals those that say something of the request and hold tomorrow as well. The others are about the moment or about who
 * asks, or nothing of the request was understood: the same request is done when it comes again.
 */
export function isLasting({ status }: RefusalReply): boolean {
  return status >= 400 && status < 500 && !PASSING.has(status);
}

/** Malformed or broken off, not signed in, without credits, not allowed, too slow, at work, too large, of a kind that is not taken, too many. */
const PASSING: ReadonlySet<number> = new Set([400, 401, 402, 403, 408, 409, 413, 415, 429]);
