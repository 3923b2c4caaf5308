import type { Answer } from '../session/mail-transactions';
import type { SmtpSession } from '../session/smtp-session';

/** Answers that wait for a proof. More are not asked for meanwhile. */
const MOST_HELD = 8;

/**
 * Holds back the first answers of a session that sends commands together until replies are shown to match commands (RFC 2920 3.1):
 * a host that answers one command twice, or greets twice, gives each question the answer of another. That all replies are there,
 * and none more, shows it. So does a refusal between an accepted MAIL and a good RSET, where the question before it was the
 * session's first or was refused like that: replies too many would stand in the place of one of the three, and those of a kind
 * that comes with each question can't do so twice running. Later a reply too many shows in the reply to RSET.
 */
export class SyncBarrier {
  /** Questions without a reply so far. */
  private unanswered = 0;
  private isProven = false;
  /** Where the question before could not have been answered by another's replies. */
  private isAligned = false;
  private answers = 0;
  private readonly held: ((isInSync: boolean) => void)[] = [];

  /** Answers that are held back. */
  get holding(): number {
    return this.held.length;
  }

  get isFull(): boolean {
    return this.held.length >= MOST_HELD;
  }

  asked(): void {
    this.unanswered += 1;
  }

  /**
   * The reply to one question is there, or will not come. Resolves with false where replies do not match commands.
   * @param answer undefined: it failed
   */
  async answered(session: SmtpSession, answer: Answer | undefined): Promise<boolean> {
    this.unanswered -= 1;
    if (this.unanswered === 0 && this.held.length > 0) return this.release(session.isInSync);
    if (!session.pipelines) return true;
    if (this.unanswered === 0) return this.release(session.isInSync);
    if (this.isProven) return true;
    this.answers += 1;
    const isPlain = answer !== undefined && isPlainRefusal(answer) && session.isUsable;
    if (isPlain && this.isAligned) return this.release(true);
    this.isAligned = isPlain || this.answers === 1;
    return new Promise((resolve) => this.held.push(resolve));
  }

  private release(isInSync: boolean): boolean {
    this.isProven = isInSync;
    for (const resolve of this.held.splice(0)) resolve(isInSync);
    return isInSync;
  }
}

const isPlainRefusal = ({ classified: { code }, stage }: Answer): boolean =>
  stage === 'rcpt' && code !== null && code >= 400;
