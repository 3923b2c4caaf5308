import { SmtpFailure } from './smtp-failure';

/** The session ended after `answer`, before the reply to RSET confirmed that it answers RCPT. */
export class UnconfirmedFailure extends SmtpFailure {
  constructor(
    readonly answer: Pick<SmtpFailure, 'classified' | 'stage'>,
    { classified, stage }: Pick<SmtpFailure, 'classified' | 'stage'>,
  ) {
    super(classified, stage);
    this.name = 'UnconfirmedFailure';
  }
}
