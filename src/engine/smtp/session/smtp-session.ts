import { quit } from '../wire/smtp-command';
import type { SmtpConnection } from '../wire/smtp-connection';
import type { SmtpOptions } from '../smtp-options';
import { MailTransactions, type Answer, type Recipient } from './mail-transactions';
import { SessionOpening } from './session-opening';
import type { SessionUsage } from './session-budget';
import { SmtpChannel } from './smtp-channel';
import { withoutReply } from './smtp-failure';

/** How long a host has to answer QUIT and close. */
const QUIT_TIMEOUT_MS = 2_000;

/** Another sender may do better. */
function isAboutSender({ classified: { outcome, reason }, stage }: Answer): boolean {
  if (outcome !== 'sender_blocked') return false;
  return reason === 'null_sender' || reason === 'sender_address' || (reason === 'policy' && stage === 'mail');
}

/**
 * One SMTP session (RFC 5321 3): greeting, EHLO, STARTTLS, then any number of mail transactions (MAIL, RCPT, RSET), then QUIT.
 * There is no DATA, no VRFY and no EXPN here. Steps must be awaited one after the other. Throws `SmtpFailure` where the
 * session cannot go on.
 */
export class SmtpSession {
  /** False: one command at a time, whatever the host offers. */
  mayPipeline = true;
  private readonly channel: SmtpChannel;
  private readonly opening: SessionOpening;
  private readonly transactions: MailTransactions;
  /** While STARTTLS is in flight no other command may be sent. */
  private securing: Promise<void> | undefined;

  /** `isLockStep`: the host is known to answer a command more than once. */
  constructor(connection: SmtpConnection, host: string, options: SmtpOptions, isLockStep = false) {
    this.channel = new SmtpChannel(connection, host, options, isLockStep);
    this.opening = new SessionOpening(this.channel);
    this.transactions = new MailTransactions(this.channel);
  }

  /** Another question may be asked. */
  get isUsable(): boolean {
    return this.channel.isUsable;
  }

  /** No unsolicited reply came, other than a 421. */
  get isInSync(): boolean {
    return this.channel.isInSync;
  }

  /** The next transaction may be sent before the last one was answered: PIPELINING is offered. */
  get mayPipelineNext(): boolean {
    return this.pipelines && !this.channel.isClosing;
  }

  /** Commands are sent together. */
  get pipelines(): boolean {
    const { channel, opening, transactions } = this;
    return opening.extensions.pipelining && this.mayPipeline && !channel.isLockStep && !transactions.isAmbiguous;
  }

  /** What the host is known to allow in one session, once it has greeted. */
  get knownLimits(): SessionUsage {
    return this.opening.knownLimits;
  }

  /** RCPT commands sent. */
  get rcpts(): number {
    return this.transactions.rcpts;
  }

  /** The greeting, EHLO or HELO, and STARTTLS where the host offers it and `tls` is not `never`. */
  async open(greetingTimeoutMs: number, tls: 'opportunistic' | 'never'): Promise<void> {
    await this.opening.greeting(greetingTimeoutMs);
    await this.opening.hello();
    if (tls === 'opportunistic' && this.opening.extensions.startTls) await this.opening.secure();
  }

  /**
   * One transaction for this recipient, and another where a refusal can be mended: by TLS, or by another sender than the null
   * one. The next question must wait for the answer unless `mayPipelineNext`.
   */
  async ask(recipient: Recipient): Promise<Answer> {
    const { channel, opening } = this;
    if (recipient.needsSmtputf8 && !opening.extensions.smtputf8) {
      return { classified: withoutReply('smtputf8_required'), stage: 'mail' };
    }
    const wasSecured = opening.isSecured;
    let { sender } = channel;
    let answer = await this.transaction(recipient);
    if (channel.isClosing) return answer;
    // Questions that were in flight together have met the same refusal: each is asked again once it is mended.
    if (answer.classified.reason === 'tls' && !wasSecured && (await this.secureBetweenQuestions())) {
      ({ sender } = channel);
      answer = await this.transaction(recipient);
    }
    const { mailFromWhenNullRefused } = channel.options;
    if (isAboutSender(answer) && sender === null && mailFromWhenNullRefused) {
      channel.sender = mailFromWhenNullRefused;
      answer = await this.transaction(recipient);
    }
    return answer;
  }

  /** Sends QUIT. The slot is free once this resolves, at most two seconds later; never throws. */
  async quit(): Promise<void> {
    await this.channel.connection.end(quit(), QUIT_TIMEOUT_MS);
  }

  /** Closes the socket at once. */
  destroy(): void {
    this.channel.connection.destroy();
  }

  private async transaction(recipient: Recipient): Promise<Answer> {
    if (this.securing) await this.securing;
    return this.transactions.run(recipient, this.pipelines);
  }

  /** Once for all questions that ask for it, after the replies that are still to come. True: the session is secured. */
  private async secureBetweenQuestions(): Promise<boolean> {
    this.securing ??= this.transactions.lastRead.then(() => this.secure());
    await this.securing;
    return this.opening.isSecured;
  }

  private async secure(): Promise<void> {
    await this.opening.secure();
  }
}
