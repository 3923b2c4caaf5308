import { lowerAscii } from '../../syntax/ascii-case';
import type { Classified, Stage } from '../replies/outcome';
import type { Reply } from '../wire/reply';
import { mailFrom, quit, rcptTo, rset, type SmtpCommand } from '../wire/smtp-command';
import { OutOfSyncFailure } from './out-of-sync.failure';
import { ReplyForm } from './reply-form';
import type { SmtpChannel } from './smtp-channel';
import { SmtpFailure, withoutReply } from './smtp-failure';
import { UnconfirmedFailure } from './unconfirmed.failure';

/** The address in RCPT TO. */
export interface Recipient {
  address: string;
  /** The local part is not ASCII (RFC 6531). */
  needsSmtputf8: boolean;
}

/** The answer to one question: of the RCPT, or of the MAIL that the host refused. */
export interface Answer {
  classified: Classified;
  stage: Stage;
}

const isAcceptance = ({ classified: { code }, stage }: Answer): boolean =>
  stage === 'rcpt' && code !== null && code < 400;

const isUnconfirmed = (error: unknown): error is SmtpFailure =>
  error instanceof SmtpFailure && !(error instanceof OutOfSyncFailure);

/**
 * The mail transactions of one session (RFC 5321 3.3): MAIL, RCPT and RSET, never DATA; sent together where commands are pipelined.
 * An answer is believed once RSET got its own reply after it: a host that answers MAIL twice would else accept everybody. With
 * a host that is known to answer twice it is QUIT, which no other command's reply is like, and there is one question a session.
 */
export class MailTransactions {
  /** RCPT commands sent. */
  rcpts = 0;
  /** Resolves once the replies of all pipelined transactions were read. Never rejects. */
  lastRead: Promise<unknown> = Promise.resolve();
  private readonly recipients = new Set<string>();
  private readonly forms = { mail: new ReplyForm(), rset: new ReplyForm() };

  constructor(private readonly channel: SmtpChannel) {}

  run(recipient: Recipient, isPipelined: boolean): Promise<Answer> {
    this.recipients.add(lowerAscii(recipient.address));
    const mail = mailFrom(this.channel.sender, recipient.needsSmtputf8);
    const rcpt = rcptTo(recipient.address);
    return isPipelined ? this.pipelined(mail, rcpt, recipient) : this.stepByStep(mail, rcpt, recipient);
  }

  private async stepByStep(mail: SmtpCommand, rcpt: SmtpCommand, recipient: Recipient): Promise<Answer> {
    const { channel } = this;
    const mailAnswer = this.answer('mail', await channel.command('mail', mail), recipient);
    if (mailAnswer.classified.outcome !== 'ok') return mailAnswer;
    this.rcpts += 1;
    const answer = this.answer('rcpt', await channel.command('rcpt', rcpt), recipient);
    if (channel.isClosing) return answer;
    try {
      if (isAcceptance(answer) && channel.connection.hasUnsolicitedRefusal) throw new OutOfSyncFailure('rcpt');
      if (channel.isLockStep) await this.quit();
      else this.takeReset(await channel.command('rcpt', rset()));
    } catch (error) {
      channel.isClosing = true;
      // One command at a time: only a reply that belongs to none of them can take an answer back.
      if (error instanceof OutOfSyncFailure) throw error;
    }
    return answer;
  }

  /** The proof of a whole session: as many replies as commands up to the one that is like no other. */
  private async quit(): Promise<void> {
    const { code } = await this.channel.command('rcpt', quit());
    this.channel.isClosing = true;
    if (code !== 221 && code !== 421) throw new OutOfSyncFailure('rcpt');
  }

  private pipelined(mail: SmtpCommand, rcpt: SmtpCommand, recipient: Recipient): Promise<Answer> {
    this.channel.send(mail, rcpt, rset());
    this.rcpts += 1;
    const answer = this.lastRead.then(() => this.readAnswer(recipient));
    this.lastRead = answer.catch(() => undefined);
    return answer;
  }

  private async readAnswer(recipient: Recipient): Promise<Answer> {
    const { channel } = this;
    // The question before was the last one that the host answered.
    if (channel.isClosing) throw new SmtpFailure(withoutReply('dropped'), 'mail');
    const mailAnswer = this.answer('mail', await channel.reply('mail'), recipient);
    if (mailAnswer.classified.code === 421) return mailAnswer;
    const rcptAnswer = this.answer('rcpt', await channel.reply('rcpt'), recipient);
    const answer = mailAnswer.classified.outcome === 'ok' ? rcptAnswer : mailAnswer;
    if (rcptAnswer.classified.code === 421) return answer;
    try {
      this.takeReset(await channel.connection.pipelinedReply('rcpt', channel.options.commandTimeoutMs));
    } catch (error) {
      channel.isClosing = true;
      if (!isUnconfirmed(error)) throw error;
      // A refusal stands by itself where the host hangs up after it.
      if (isAcceptance(answer)) throw new UnconfirmedFailure(answer, error);
    }
    return answer;
  }

  /** Throws where the reply shows that the answer before it may be one to something else. */
  private takeReset(reply: Reply): void {
    if (reply.code === 250 && this.forms.rset.fits(reply)) return;
    this.channel.isClosing = true;
    // It does not know the command: an answer to nothing else.
    if (reply.code === 500 || reply.code === 502) return;
    if (reply.code === 421) throw new SmtpFailure(withoutReply('dropped'), 'rcpt');
    throw new OutOfSyncFailure('rcpt');
  }

  private answer(stage: 'mail' | 'rcpt', reply: Reply, { address }: Recipient): Answer {
    if (reply.code === 421) this.channel.isClosing = true;
    if (stage === 'mail' && reply.code === 250 && !this.forms.mail.fits(reply)) {
      this.channel.isClosing = true;
      throw new OutOfSyncFailure(stage);
    }
    if (stage === 'rcpt' && this.isAboutAnother(reply, address)) {
      // Neither this reply nor the next ones can be attributed.
      this.channel.isClosing = true;
      throw new SmtpFailure(withoutReply('dropped'), stage);
    }
    return { classified: this.channel.classify(stage, reply, address), stage };
  }

  /** The reply names another recipient of this session, and not this one. */
  private isAboutAnother({ lines }: Reply, address: string): boolean {
    const named = [...lines.join(' ').matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map(([, name = '']) => lowerAscii(name));
    return !named.includes(lowerAscii(address)) && named.some((name) => this.recipients.has(name));
  }
}
