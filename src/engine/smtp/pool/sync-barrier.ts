import type { SessionBudget } from '../session/session-budget';
import type { SmtpSession } from '../session/smtp-session';

/**
 * Holds back the answers to the first commands that are sent together to a host until all are there, and no reply more: a host
 * that answers one command twice gives each question the answer of another (RFC 2920 3.1).
 */
export class SyncBarrier {
  /** Questions without a reply so far. */
  private unanswered = 0;
  private readonly held: ((isInSync: boolean) => void)[] = [];

  constructor(private readonly budget: SessionBudget) {}

  get isHolding(): boolean {
    return this.held.length > 0;
  }

  asked(): void {
    this.unanswered += 1;
  }

  /** The reply to one question is there, or will not come. Resolves with false where replies do not match commands. */
  async answered(session: SmtpSession): Promise<boolean> {
    this.unanswered -= 1;
    if ((this.budget.isInSync && !this.isHolding) || !session.pipelines) return true;
    if (this.unanswered > 0) return new Promise((resolve) => this.held.push(resolve));
    const { isInSync } = session;
    if (isInSync) this.budget.isInSync = true;
    for (const release of this.held.splice(0)) release(isInSync);
    return isInSync;
  }
}
