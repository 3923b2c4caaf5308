import { classifyReply } from './classify-reply';
import { extensionsOf, NO_EXTENSIONS, type Extensions } from './extensions';
import { knownLimits, NOTHING_KNOWN } from './known-limits';
import type { Classified, Stage } from './outcome';
import { OutOfStepFailure } from './out-of-step.failure';
import type { Reply } from './reply';
import { ehlo, helo, mailFrom, quit, rcptTo, rset, startTls, type SmtpCommand } from './smtp-command';
import type { SmtpConnection } from './smtp-connection';
import { SmtpFailure, withoutReply } from './smtp-failure';
import type { SmtpOptions } from './smtp-options';
import { UnprovenFailure } from './unproven.failure';

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

const isAcceptance = ({ classified: { code }, stage }: Answer): boolean =>
  stage === 'rcpt' && code !== null && code < 400;

const isUnproven = (error: unknown): error is SmtpFailure =>
  error instanceof SmtpFailure && !(error instanceof OutOfStepFailure);

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
    /** The host is known to answer a command more than once: one at a time, and what comes unasked is dropped. */
    private readonly isCareful = false,
  ) {
    this.sender = options.mailFrom;
  }

  /** Another question may be asked. */
  get isUsable(): boolean {
    return !this.closing && this.connection.isInStep;
  }

  /** No reply came that nothing was asked for; a goodbye may. */
  get isInStep(): boolean {
    const { unasked } = this.connection;
    return unasked === 'nothing' || unasked === 'goodbye';
  }

  /** The next question may be asked before the last one was answered: PIPELINING is offered. */
  get mayOverlap(): boolean {
    return this.pipelines && !this.closing;
  }

  /** Commands are sent together. */
  get pipelines(): boolean {
    return this.extensions.pipelining && this.mayPipeline && !this.isCareful;
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
   * MAIL, RCPT and RSET. Where PIPELINING is offered they are sent together; else RSET follows an acceptance at once, and
   * comes before the next question otherwise. An acceptance is believed once RSET got its own answer after it: a host that
   * answers MAIL twice would else accept everybody. The next question must wait for the answer unless `mayOverlap`.
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
    const answer = this.answer('rcpt', await this.command('rcpt', rcpt), recipient);
    if (!isAcceptance(answer)) return answer;
    this.inTransaction = false;
    try {
      if (this.connection.hasUnaskedRefusal) throw new OutOfStepFailure('rcpt');
      this.takeReset(await this.command('rcpt', rset()), answer);
    } catch (error) {
      // One command at a time: only a reply that belongs to none of them can take an acceptance back.
      if (error instanceof OutOfStepFailure) throw error;
      this.closing = true;
    }
    return answer;
  }

  private pipelined(mail: SmtpCommand, rcpt: SmtpCommand, recipient: Recipient): Promise<Answer> {
    const needsReset = this.inTransaction;
    this.expectNothing();
    this.connection.send(...(needsReset ? [rset()] : []), mail, rcpt, rset());
    this.rcpts += 1;
    this.inTransaction = false;
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
    const answer = mailAnswer.classified.outcome === 'ok' ? rcptAnswer : mailAnswer;
    if (rcptAnswer.classified.code === 421) return answer;
    try {
      this.takeReset(await this.connection.replyToo('rcpt', this.options.commandTimeoutMs), answer);
    } catch (error) {
      // A refusal stands by itself, whatever the host does after it.
      this.closing = true;
      if (isAcceptance(answer)) throw isUnproven(error) ? new UnprovenFailure(answer, error) : error;
    }
    return answer;
  }

  /** Throws where the reply shows that `answer` is an acceptance of something else. */
  private takeReset(reply: Reply, answer: Answer): void {
    if (reply.code === 250) return;
    this.closing = true;
    // It does not know the command: an answer to nothing else.
    if (reply.code === 500 || reply.code === 502 || !isAcceptance(answer)) return;
    if (reply.code === 421) throw new SmtpFailure(withoutReply('dropped'), 'rcpt');
    throw new OutOfStepFailure('rcpt');
  }

  /** Nothing may have come unasked when something is asked: it would be taken for the answer. One 421 is a goodbye. */
  private expectNothing(): void {
    const { unasked } = this.connection;
    if (unasked === 'nothing') return;
    if (unasked === 'replies' && this.isCareful) {
      this.connection.dropUnasked();
      return;
    }
    this.closing = true;
    throw unasked === 'goodbye' ? new SmtpFailure(withoutReply('dropped'), 'mail') : new OutOfStepFailure('mail');
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
    this.expectNothing();
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
