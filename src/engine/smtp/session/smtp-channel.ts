import { classifyReply } from '../replies/classify-reply';
import type { Classified, Stage } from '../replies/outcome';
import type { SmtpOptions } from '../smtp-options';
import type { Reply } from '../wire/reply';
import type { SmtpCommand } from '../wire/smtp-command';
import type { SmtpConnection } from '../wire/smtp-connection';
import { OutOfSyncFailure } from './out-of-sync.failure';
import { ReplyForm } from './reply-form';
import { SmtpFailure, withoutReply } from './smtp-failure';

/**
 * The transmission channel of one session (RFC 5321 2.3.8): commands, their replies, and what the replies mean. Keeps replies
 * matched to commands, and throws `SmtpFailure` where they are not.
 */
export class SmtpChannel {
  /** No further command may be sent. */
  isClosing = false;
  /** The reverse-path of the next MAIL; null is the null sender. */
  sender: string | null;
  /** The host's reply to EHLO or HELO. */
  readonly hello = new ReplyForm();

  constructor(
    readonly connection: SmtpConnection,
    readonly host: string,
    readonly options: SmtpOptions,
    /** The host is known to answer a command more than once: one at a time, and unsolicited replies are discarded. */
    readonly isLockStep: boolean,
  ) {
    this.sender = options.mailFrom;
  }

  /** Another command may be sent. */
  get isUsable(): boolean {
    return !this.isClosing && this.connection.isInSync;
  }

  /** No unsolicited reply came, other than a 421. */
  get isInSync(): boolean {
    const { unsolicited } = this.connection;
    return unsolicited === 'nothing' || unsolicited === 'closing';
  }

  async command(stage: Stage, command: SmtpCommand): Promise<Reply> {
    this.send(command);
    return this.reply(stage);
  }

  send(...commands: SmtpCommand[]): void {
    this.requireNothingUnsolicited();
    this.connection.send(...commands);
  }

  reply(stage: Stage): Promise<Reply> {
    return this.connection.reply(stage, this.options.commandTimeoutMs);
  }

  /** Throws unless the reply is the positive one of this stage. */
  require(stage: Stage, reply: Reply): void {
    const classified = this.classify(stage, reply);
    if (classified.outcome !== 'ok') throw new SmtpFailure(classified, stage);
  }

  classify(stage: Stage, reply: Reply, recipient?: string): Classified {
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

  /** No unsolicited reply may be there when a command is sent: it would be taken for the answer. One 421 closes the channel. */
  private requireNothingUnsolicited(): void {
    const { unsolicited } = this.connection;
    if (unsolicited === 'nothing') return;
    if (unsolicited === 'replies' && this.isLockStep) {
      this.connection.discardUnsolicited();
      return;
    }
    this.isClosing = true;
    throw unsolicited === 'closing' ? new SmtpFailure(withoutReply('dropped'), 'mail') : new OutOfSyncFailure('mail');
  }
}
