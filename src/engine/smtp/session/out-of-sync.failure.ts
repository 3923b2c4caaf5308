import type { Stage } from '../replies/outcome';
import { SmtpFailure, withoutReply } from './smtp-failure';

/** Replies are out of sync with commands (RFC 2920 3.1): the host answered one more than once, so none can be attributed. */
export class OutOfSyncFailure extends SmtpFailure {
  constructor(stage: Stage) {
    super(withoutReply('protocol_error', 'The host sent more replies than it got commands.'), stage);
    this.name = 'OutOfSyncFailure';
  }
}
