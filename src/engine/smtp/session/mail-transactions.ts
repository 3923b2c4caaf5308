import { lowerAscii } from '../../syntax/ascii-case';
import type { Classified, Stage } from '../replies/outcome';
import { isReplyFault, type Reply, type ReplyEvent } from '../wire/reply';
import { ehlo, mailFrom, quit, rcptTo, rset, type SmtpCommand } from '../wire/smtp-command';
import { OutOfSyncFailure } from './out-of-sync.failure';
import { formOf, ReplyForm } from './reply-form';
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

/** What came in the place of the acceptance may be the reply to another command. */
class AmbiguousAcceptance extends SmtpFailure {}

const isAcceptance = ({ classified: { code }, stage }: Answer): boolean =>
  stage === 'rcpt' && code !== null && code < 400;

const isUnconfirmed = (error: unknown): error is SmtpFailure =>
  error instanceof SmtpFailure && !(error instanceof OutOfSyncFailure);

/**
 * The mail transactions of one session (RFC 5321 3.3): MAIL, RCPT and RSET, never DATA; sent together where commands are pipelined.
 * An answer is believed once RSET got its own reply after it: a host that answers MAIL twice would else accept everybody. With
 * a host that is known to answer twice it is QUIT, which no other command's reply is like, and there is one question a session.
 * Nor is an acceptance told from a reply to MAIL or RSET where a host has the same words for all: there it is EHLO, which ends a
 * transaction as RSET does (RFC 5321 4.1.4), and each command waits until nothing more comes, so that no reply too many can make up
 * for a command that was not read.
 */
export class MailTransactions {
  /** RCPT commands sent. */
  rcpts = 0;
  /** Resolves once the replies of all pipelined transactions were read. Never rejects. */
  lastRead: Promise<unknown> = Promise.resolve();
  private readonly recipients = new Set<string>();
  /** The host accepts recipients in the words that it has for MAIL or RSET. */
  isAmbiguous = false;
  private readonly forms = { mail: new ReplyForm(), rset: new ReplyForm() };

  constructor(private readonly channel: SmtpChannel) {}

  run(recipient: Recipient, isPipelined: boolean): Promise<Answer> {
    this.recipients.add(lowerAscii(recipient.address));
    const mail = mailFrom(this.channel.sender, recipient.needsSmtputf8);
    const rcpt = rcptTo(recipient.address);
    const oneByOne = (): Promise<Answer> => this.inTurn(() => this.stepByStep(mail, rcpt, recipient));
    return (isPipelined ? this.pipelined(mail, rcpt, recipient) : oneByOne()).catch((error: unknown) => {
      if (!(error instanceof AmbiguousAcceptance)) throw error;
      return oneByOne();
    });
  }

  /** After the transactions that were sent before. */
  private inTurn(transaction: () => Promise<Answer>): Promise<Answer> {
    const answer = this.lastRead.then(() => {
      if (this.channel.isClosing) throw new SmtpFailure(withoutReply('dropped'), 'mail');
      return transaction();
    });
    this.lastRead = answer.catch(() => undefined);
    return answer;
  }

  private async stepByStep(mail: SmtpCommand, rcpt: SmtpCommand, recipient: Recipient): Promise<Answer> {
    const { channel } = this;
    const mailAnswer = this.answer('mail', await this.command('mail', mail), recipient);
    if (mailAnswer.classified.outcome !== 'ok') return mailAnswer;
    this.rcpts += 1;
    const reply = await this.command('rcpt', rcpt);
    const answer = this.answer('rcpt', reply, recipient);
    if (channel.isClosing) return answer;
    const isProven = channel.isLockStep || this.isAmbiguous;
    try {
      await this.requireNoOther(reply);
      if (channel.isLockStep) await this.quit();
      else if (isProven) await this.greetAgain();
      else this.takeReset(await channel.command('rcpt', rset()));
    } catch (error) {
      channel.isClosing = true;
      // One command at a time: only a reply that belongs to none of them can take an answer back, unless it may be another's.
      if (error instanceof OutOfSyncFailure || (isAcceptance(answer) && this.isLikeAnother(reply))) throw error;
    }
    if (!isProven) this.requireUnambiguous(answer, reply);
    return answer;
  }

  /** One command, and its reply. */
  private async command(stage: 'mail' | 'rcpt', command: SmtpCommand): Promise<Reply> {
    await this.listenForMore();
    return this.channel.command(stage, command);
  }

  /** No reply of another kind came after this one: either could be the answer. */
  private async requireNoOther(reply: Reply): Promise<void> {
    await this.listenForMore();
    const form = formOf(reply);
    const isOther = (event: ReplyEvent): boolean => isReplyFault(event) || formOf(event) !== form;
    if (this.channel.connection.spare.some(isOther)) throw new OutOfSyncFailure('rcpt');
  }

  private async listenForMore(): Promise<void> {
    const { connection, isLockStep } = this.channel;
    if (isLockStep || this.isAmbiguous) await connection.listenForMore();
  }

  /** The proof of a transaction whose acceptance is like other replies. */
  private async greetAgain(): Promise<void> {
    const { channel } = this;
    const { hello } = channel;
    const reply = await channel.command('rcpt', ehlo(channel.options.heloName));
    if (reply.code === 421) throw new SmtpFailure(withoutReply('dropped'), 'rcpt');
    if (this.isLikeAnother(reply) || !hello.isLike(reply)) throw new OutOfSyncFailure('rcpt');
  }

  /** Once RSET was answered, since the acceptance may be like its reply. */
  private requireUnambiguous(answer: Answer, reply: Reply): void {
    if (!isAcceptance(answer) || !this.isLikeAnother(reply)) return;
    this.isAmbiguous = true;
    throw new AmbiguousAcceptance(answer.classified, 'rcpt');
  }

  private isLikeAnother(reply: Reply): boolean {
    return this.forms.mail.isLike(reply) || this.forms.rset.isLike(reply);
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
    const rcptReply = await channel.reply('rcpt');
    const rcptAnswer = this.answer('rcpt', rcptReply, recipient);
    const answer = mailAnswer.classified.outcome === 'ok' ? rcptAnswer : mailAnswer;
    if (rcptAnswer.classified.code === 421) return answer;
    try {
      this.takeReset(await channel.connection.pipelinedReply('rcpt', channel.options.commandTimeoutMs));
    } catch (error) {
      channel.isClosing = true;
      if (!isUnconfirmed(error)) throw error;
      // A refusal stands by itself where the host hangs up after it.
      if (isAcceptance(answer)) throw this.isLikeAnother(rcptReply) ? error : new UnconfirmedFailure(answer, error);
    }
    this.requireUnambiguous(answer, rcptReply);
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
    if (stage === 'mail' && reply.code === 250 && !this.isOfMail(reply)) {
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

  /** It is like those before, and no second reply to EHLO; a host that says the same to both is asked one question a session. */
  private isOfMail(reply: Reply): boolean {
    const { hello, isLockStep } = this.channel;
    const mayBeLikeHello = isLockStep && reply.lines.length === 1;
    return this.forms.mail.fits(reply) && (mayBeLikeHello || !hello.isLike(reply));
  }

  /** The reply names another recipient of this session, and not this one. */
  private isAboutAnother({ lines }: Reply, address: string): boolean {
    const named = [...lines.join(' ').matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map(([, name = '']) => lowerAscii(name));
    return !named.includes(lowerAscii(address)) && named.some((name) => this.recipients.has(name));
  }
}
