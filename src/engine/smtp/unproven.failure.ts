import { SmtpFailure } from './smtp-failure';

/** The conversation ended after `answer`, before it was certain that this is the answer to our question. */
export class UnprovenFailure extends SmtpFailure {
  constructor(
    readonly answer: Pick<SmtpFailure, 'classified' | 'stage'>,
    { classified, stage }: Pick<SmtpFailure, 'classified' | 'stage'>,
  ) {
    super(classified, stage);
    this.name = 'UnprovenFailure';
  }
}
