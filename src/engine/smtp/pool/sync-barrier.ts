import type { SmtpSession } from '../session/smtp-session';

/**
 * Holds back the answers to the first commands that a session sends together until all are there, and no reply more: a host that
 * answers one command twice, or greets twice, gives each question the answer of another (RFC 2920 3.1). Later a single reply too
 * many shows in the reply to RSET, which is each transaction's last.
 */
export class SyncBarrier {
  /** Questions without a reply so far. */
  private unanswered = 0;
  /** As many replies came as commands were sent together. */
  private isProven = false;
  private readonly held: ((isInSync: boolean) => void)[] = [];

  get isHolding(): boolean {
    return this.held.length > 0;
  }

  asked(): void {
    this.unanswered += 1;
  }

  /** The reply to one question is there, or will not come. Resolves with false where replies do not match commands. */
  async answered(session: SmtpSession): Promise<boolean> {
    this.unanswered -= 1;
    if (!session.pipelines) return true;
    if (this.unanswered > 0) return this.isProven || new Promise((resolve) => this.held.push(resolve));
    const { isInSync } = session;
    this.isProven = isInSync;
    for (const release of this.held.splice(0)) release(isInSync);
    return isInSync;
  }
}
