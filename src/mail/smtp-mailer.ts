import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { setTimeout as sleep } from 'node:timers/promises';
import { Mailer, type Mail } from './mailer';
import { submissionOptions, type SubmissionSettings } from './submission-options';

/** Pauses between tries, in milliseconds. */
const PAUSES_MS = [2000, 15_000];
/** What is taken over and not sent; further mail is refused, in the log. */
const MOST_WAITING = 1000;
/** How long a process that ends waits for what is under way. */
const STOP_WITHIN_MS = 5000;

/** By message submission (RFC 6409), two connections at most. */
export class SmtpMailer extends Mailer implements BeforeApplicationShutdown {
  readonly isOn = true;
  private readonly logger = new Logger('Mail');
  private readonly transporter: Transporter;
  private readonly from: string;
  private readonly sending = new Set<Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(settings: SubmissionSettings) {
    super();
    this.transporter = createTransport(submissionOptions(settings));
    this.from = settings.MAIL_FROM;
  }

  send(mail: Mail): void {
    if (this.sending.size >= MOST_WAITING) {
      this.logger.error('A mail was not sent: too many wait already. Is SMTP_SUBMISSION_URL slow or away?');
      return;
    }
    const sending = this.deliver(mail).finally(() => {
      this.sending.delete(sending);
    });
    this.sending.add(sending);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    let late: NodeJS.Timeout | undefined;
    const waited = new Promise((resolve) => {
      late = setTimeout(resolve, STOP_WITHIN_MS);
    });
    await Promise.race([Promise.all(this.sending), waited]);
    clearTimeout(late);
    this.transporter.close();
  }

  /** Never rejects. */
  private async deliver({ to, subject, text }: Mail): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.transporter.sendMail({ from: this.from, to: { name: '', address: to }, subject, text });
        return;
      } catch (error) {
        const pause = PAUSES_MS[attempt];
        const { code = 'no code', responseCode = 'no reply' } = error as { code?: string; responseCode?: number };
        // The server's words may hold the address.
        const told = `${code}, ${responseCode}`;
        const isFinal = typeof responseCode === 'number' && responseCode >= 500;
        if (pause === undefined || isFinal || this.stopping.signal.aborted) {
          this.logger.error(`A mail could not be sent by SMTP_SUBMISSION_URL (${told}).`);
          return;
        }
        this.logger.warn(`A mail could not be sent by SMTP_SUBMISSION_URL (${told}); trying again.`);
        await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
  }
}
