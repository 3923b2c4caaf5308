import type { Classified, Stage, TransportOutcome } from './outcome';

/** A step that failed, so that the conversation cannot go on. Thrown inside of `smtp/` only. */
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

/** An outcome without a reply. `text` is a sentence of ours, or null. */
export const withoutReply = (
  outcome: TransportOutcome | 'protocol_error' | 'smtputf8_required',
  text: string | null = null,
): Classified => ({ outcome, reason: null, code: null, enhanced: null, certainty: 'high', text });
