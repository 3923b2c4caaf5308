import type { Status } from 'email-validation-client';

/** What `evs check` says of an address by its exit code. `catch_all` is safe to send, as `valid` is. */
export const VERDICT_CODES: Record<Status, number> = { valid: 0, catch_all: 0, invalid: 1, risky: 2, unknown: 3 };

/** Of `evs list`: somebody cancelled the list, so that the results are those that there were by then. */
export const CANCELLED_CODE = 4;

/** Why a command did not do what it should (numbers of BSD's sysexits.h). */
export const FAULT_CODES = {
  /** The command line is not as it should be. */
  usage: 64,
  /** The service can't take what was sent: the address, the list, too few credits, no such list. */
  refused: 65,
  /** The file can't be read. */
  input: 66,
  /** The service can't be reached, or has a fault. */
  unavailable: 69,
  /** A fault of this program. */
  internal: 70,
  /** The results can't be written. */
  output: 73,
  /** Too many requests: try again later. */
  later: 75,
  /** No token, or one that may not do this. */
  permission: 77,
} as const;

export type FaultKind = keyof typeof FAULT_CODES;

/** Ends the command with a sentence and the exit code of its kind. */
export class Fault extends Error {
  constructor(
    readonly kind: FaultKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
