import { classifyReply } from './classify-reply';
import { extensionsOf, NO_EXTENSIONS, type Extensions } from './extensions';
import { knownLimits, NOTHING_KNOWN } from './known-limits';
import type { Classified, Stage } from './outcome';
import type { Reply } from './reply';
import { ehlo, helo, mailFrom, quit, rcptTo, rset, startTls, type SmtpCommand } from './smtp-command';
import type { SmtpConnection } from './smtp-connection';
import { SmtpFailure, withoutReply } from './smtp-failure';
import type { SmtpOptions } from './smtp-options';

/** A host that has said goodbye needs no longer to close. */
const QUIT_PATIENCE_MS = 2_000;

/** The address asked about, as it goes on the wire. */
export interface Recipient {
  address: string;
  /** The local part is not ASCII (RFC 6531). */
  needsSmtputf8: boolean;
}

/** Another sender may do better. */
function isAboutSender({ classified: { outcome, reason }, stage }: Answer): boolean {
  if (outcome !== 'sender_blocked') return false;
  return reason === 'null_sender' || reason === 'sender_address' || (reason === 'policy' && stage === 'mail');
}

/** The answer to one question: of the RCPT, or of the MAIL that the host refused. */
export interface Answer {
  classified: Classified;
  stage: Stage;
}

/**
 * One conversation with one mail host: greeting, EHLO, STARTTLS, then any number of questions (MAIL, RCPT, RSET), then QUIT.
 * There is no DATA, no VRFY and no EXPN here. Steps must be awaited one after the other. Throws `SmtpFailure` where the
 * conversation is over.
 */
export class SmtpSession {
  private extensions: Extensions = NO_EXTENSIONS;
  private isSecured = false;
  private helloOnly = false;
  /** What the host is known to bear, once it has greeted us. */
  knownLimits = NOTHING_KNOWN;
  private inTransaction = false;
  private closing = false;
  private sender: string | null;
  /** The replies of the questions under way are read one after the other. */
  private lastRead: Promise<unknown> = Promise.resolve();
  /** While STARTTLS is under way nothing else may be said. */
  private securing: Promise<boolean> | undefined;
  private readonly asked = new Set<string>();
  /** False: one command at a time, whatever the host offers. */
  mayPipeline = true;
  /** RCPT commands sent. */
  rcpts = 0;

  constructor(
    private readonly connection: SmtpConnection,
    readonly host: string,
    private readonly options: SmtpOptions,
  ) {
    this.sender = options.mailFrom;
  }

  /** Another question may be asked. */
  get isUsable(): boolean {
    return !this.closing && this.connection.isInStep;
  }

  /** The next question may be asked before the last one was answered: PIPELINING is offered. */
  get mayOverlap(): boolean {
    return this.pipelines && !this.closing;
  }

  /** Commands are sent together. */
  get pipelines(): boolean {
    return this.extensions.pipelining && this.mayPipeline;
  }

  /** Waits for the whole greeting and says nothing before it: early talkers are dropped. */
  async greet(timeoutMs: number): Promise<void> {
    const reply = await this.connection.reply('banner', timeoutMs);
    this.require('banner', reply);
    // A firewall that blots out the banner also rewrites ESMTP.
    const [greeting = ''] = reply.lines;
    this.helloOnly = /^\*{3}|\*{8}/.test(greeting);
    this.knownLimits = knownLimits(greeting);
  }

  async hello(): Promise<void> {
    if (!this.helloOnly) {
      const reply = await this.command('ehlo', ehlo(this.options.heloName));
      const { outcome } = this.classify('ehlo', reply);
      if (outcome !== 'ehlo_unsupported') {
        this.require('ehlo', reply);
        this.extensions = extensionsOf(reply.lines);
        return;
      }
    }
    this.extensions = NO_EXTENSIONS;
    this.require('ehlo', await this.command('ehlo', helo(this.options.heloName)));
  }

  async secureIfOffered(): Promise<void> {
    if (this.extensions.startTls) await this.secure();
  }

  /**
   * MAIL and RCPT; with RSET first when a transaction is open. Where PIPELINING is offered they are sent together. The next
   * question must wait for the answer unless `mayOverlap`.
   */
  async ask(recipient: Recipient): Promise<Answer> {
    if (recipient.needsSmtputf8 && !this.extensions.smtputf8) {
      return { classified: withoutReply('smtputf8_required'), stage: 'mail' };
    }
    const wasSecured = this.isSecured;
    let { sender } = this;
    let answer = await this.transact(recipient);
    if (this.closing) return answer;
    // Questions that were under way together have met the same refusal: each is asked again once it is mended.
    if (answer.classified.reason === 'tls' && !wasSecured && (await this.secureBetweenQuestions())) {
      ({ sender } = this);
      answer = await this.transact(recipient);
    }
    const { mailFromWhenNullRefused } = this.options;
    if (isAboutSender(answer) && sender === null && mailFromWhenNullRefused) {
      this.sender = mailFromWhenNullRefused;
      answer = await this.transact(recipient);
    }
    return answer;
  }

  /** Says goodbye. The slot is free once this resolves, at most two seconds later; never throws. */
  async quit(): Promise<void> {
    await this.connection.end(quit(), QUIT_PATIENCE_MS);
  }

  /** Closes the socket at once. */
  destroy(): void {
    this.connection.destroy();
  }

  private async transact(recipient: Recipient): Promise<Answer> {
    if (this.securing) await this.securing;
    this.asked.add(recipient.address.toLowerCase());
    const mail = mailFrom(this.sender, recipient.needsSmtputf8);
    const rcpt = rcptTo(recipient.address);
    return this.pipelines ? this.pipelined(mail, rcpt, recipient) : this.stepByStep(mail, rcpt, recipient);
  }

  private async stepByStep(mail: SmtpCommand, rcpt: SmtpCommand, recipient: Recipient): Promise<Answer> {
    if (this.inTransaction) {
      const refused = this.refusedReset(await this.command('mail', rset()));
      if (refused) return refused;
    }
    const mailAnswer = this.answer('mail', await this.command('mail', mail), recipient);
    if (mailAnswer.classified.outcome !== 'ok') return mailAnswer;
    this.inTransaction = true;
    this.rcpts += 1;
    return this.answer('rcpt', await this.command('rcpt', rcpt), recipient);
  }

  private pipelined(mail: SmtpCommand, rcpt: SmtpCommand, recipient: Recipient): Promise<Answer> {
    const needsReset = this.inTransaction;
    this.connection.send(...(needsReset ? [rset()] : []), mail, rcpt);
    this.rcpts += 1;
    this.inTransaction = true;
    const answer = this.lastRead.then(() => this.readAnswer(needsReset, recipient));
    this.lastRead = answer.catch(() => undefined);
    return answer;
  }

  private async readAnswer(wasReset: boolean, recipient: Recipient): Promise<Answer> {
    // The question before was the last one that the host answered.
    if (this.closing) throw new SmtpFailure(withoutReply('dropped'), 'mail');
    if (wasReset) {
      const refused = this.refusedReset(await this.reply('mail'));
      if (refused) return refused;
    }
    const mailAnswer = this.answer('mail', await this.reply('mail'), recipient);
    if (mailAnswer.classified.code === 421) return mailAnswer;
    const rcptAnswer = this.answer('rcpt', await this.reply('rcpt'), recipient);
    return mailAnswer.classified.outcome === 'ok' ? rcptAnswer : mailAnswer;
  }

  /** RSET is always 250 (RFC 5321 4.1.1.5): anything else means that the host has had enough of this session. */
  private refusedReset(reply: Reply): Answer | undefined {
    if (reply.code === 250) return undefined;
    this.closing = true;
    return { classified: { ...this.classify('mail', reply), outcome: 'throttled', reason: null }, stage: 'mail' };
  }

  private answer(stage: 'mail' | 'rcpt', reply: Reply, { address }: Recipient): Answer {
    if (reply.code === 421) this.closing = true;
    if (stage === 'rcpt' && this.isAboutAnother(reply, address)) {
      // Whose answer it is can't be known, nor whose the next ones are.
      this.closing = true;
      throw new SmtpFailure(withoutReply('dropped'), stage);
    }
    return { classified: this.classify(stage, reply, address), stage };
  }

  /** The reply names somebody else whom we asked about in this session, and not the one whose turn it is. */
  private isAboutAnother({ lines }: Reply, address: string): boolean {
    const named = [...lines.join(' ').matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map(([, name = '']) => name.toLowerCase());
    return !named.includes(address.toLowerCase()) && named.some((name) => this.asked.has(name));
  }

  /** Once for all questions that ask for it, after the replies that are still to come. */
  private secureBetweenQuestions(): Promise<boolean> {
    this.securing ??= this.lastRead.then(() => this.secure());
    return this.securing;
  }

  /** False: the host would not; the conversation goes on in clear. */
  private async secure(): Promise<boolean> {
    const reply = await this.command('starttls', startTls());
    const classified = this.classify('starttls', reply);
    if (classified.outcome === 'throttled' || reply.code === 421) throw new SmtpFailure(classified, 'starttls');
    if (classified.outcome !== 'ok') return false;
    await this.connection.secure(this.host, this.options.commandTimeoutMs);
    this.isSecured = true;
    this.inTransaction = false;
    await this.hello();
    return true;
  }

  private async command(stage: Stage, command: SmtpCommand): Promise<Reply> {
    this.connection.send(command);
    return this.reply(stage);
  }

  private reply(stage: Stage): Promise<Reply> {
    return this.connection.reply(stage, this.options.commandTimeoutMs);
  }

  private require(stage: Stage, reply: Reply): void {
    const classified = this.classify(stage, reply);
    if (classified.outcome !== 'ok') throw new SmtpFailure(classified, stage);
  }

  private classify(stage: Stage, reply: Reply, recipient?: string): Classified {
    const { localAddress } = this.connection;
    return classifyReply(reply, {
      stage,
      mxHost: this.host,
      echoes: {
        heloName: this.options.heloName,
        ...(this.sender && { sender: this.sender }),
        ...(recipient && { recipient }),
        ...(localAddress && { localAddress }),
      },
    });
  }
}
