import type { Classified, Stage, TransportOutcome } from '../replies/outcome';
import { UnsafeCommandError } from '../wire/smtp-command';

/** A step failed, and the session cannot go on. Thrown inside of `smtp/` only. */
export class SmtpFailure extends Error {
  constructor(
    readonly classified: Classified,
    readonly stage: Stage,
    readonly layer: 'smtp' | 'proxy' = 'smtp',
    options?: ErrorOptions,
  ) {
    super(`smtp: ${classified.outcome} at ${stage}`, options);
    this.name = 'SmtpFailure';
  }
}

/** An outcome without a reply. `text` is a sentence of the engine's, or null. */
export const withoutReply = (
  outcome: TransportOutcome | 'protocol_error' | 'smtputf8_required',
  text: string | null = null,
): Classified => ({ outcome, reason: null, code: null, enhanced: null, certainty: 'high', text });

/** Any error of a session as an `SmtpFailure`. */
export function smtpFailureOf(error: unknown): SmtpFailure {
  if (error instanceof SmtpFailure) return error;
  const text = error instanceof UnsafeCommandError ? error.message : 'The conversation failed for a reason of ours.';
  return new SmtpFailure(withoutReply('protocol_error', text), 'connect', 'smtp', { cause: error });
}
