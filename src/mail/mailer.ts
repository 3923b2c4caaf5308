export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
}

/**
 * Sends mail to people who use the service, where the operator set a way (`SMTP_SUBMISSION_URL`). Also the DI token.
 *
 * Nobody waits for it: `send` takes the mail over and tries some times; what can't be sent is in the log, without its
 * address and its text.
 */
export abstract class Mailer {
  /** Whether there is a way. Where there is none, nothing may be sent. */
  abstract readonly isOn: boolean;
  abstract send(mail: Mail): void;
}

/** Where no way is set. */
export class NoMailer extends Mailer {
  readonly isOn = false;

  send(): void {
    throw new Error('No mail can be sent: SMTP_SUBMISSION_URL is not set.');
  }
}
