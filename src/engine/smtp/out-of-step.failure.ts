import type { Stage } from './outcome';
import { SmtpFailure, withoutReply } from './smtp-failure';

/** The host answered one command more than once: whose answer is whose can't be known any more. */
export class OutOfStepFailure extends SmtpFailure {
  constructor(stage: Stage) {
    super(withoutReply('protocol_error', 'The host sent more replies than it got commands.'), stage);
    this.name = 'OutOfStepFailure';
  }
}
