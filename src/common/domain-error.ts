/**
 * What can go wrong for a reason that the caller can understand. Free of HTTP: `http/error-bodies.ts` turns each kind
 * into a status and a body.
 */
export abstract class DomainError extends Error {
  abstract readonly kind: string;
  /** Whether it is about the moment, and not about the request: the same may be done later. */
  readonly isPassing: boolean = false;
}
