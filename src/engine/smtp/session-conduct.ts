import { NOTHING_KNOWN } from './known-limits';
import type { SessionBudget, SessionUsage } from './session-budget';
import type { Answer } from './smtp-session';

/** An answer that took so much longer than the quickest of the session: the host is slowing us down. */
const SLOW_DOWN_FACTOR = 4;
const SLOW_DOWN_MS = 500;

/** So many refusals that prove nothing, one after the other, are no accident. */
const MOST_DOUBTED = 10;

/** How one session behaves towards its host: what it has asked, and when it is time to say goodbye. */
export class SessionConduct {
  /** No further question. */
  isOver = false;
  /** What the host is known to bear, whatever the budget says. */
  known: SessionUsage = NOTHING_KNOWN;
  private readonly usage: SessionUsage = { rcpts: 0, refused: 0 };
  private answered = 0;
  private quickestMs = Infinity;
  private lastAnswerAt = 0;
  private isSpent = false;
  private hadTrouble = false;
  private isTrial = false;

  constructor(private readonly budget: SessionBudget) {}

  /** Whether the answer that was just taken in is a refusal that proves nothing by itself. */
  doubts({ classified }: Answer): boolean {
    return (classified.code ?? 0) >= 400 && this.budget.doubts(this.usage);
  }

  /**
   * False once the budget is spent. `waiting`: questions for this host; `doubted`: refusals that wait for an acceptance, for
   * which a few more may be asked.
   */
  mayAskMore(waiting: number, doubted: number): boolean {
    if (doubted >= MOST_DOUBTED) this.isOver = true;
    else if (doubted > 0) return !this.isOver;
    if (this.isTrial && this.budget.passesTrial(this.usage)) this.isTrial = false;
    if (!this.isOver && !this.isTrial && this.isAtItsEnd()) {
      const mayTry = this.known.refused === Infinity && this.usage.rcpts < this.known.rcpts;
      this.isTrial = mayTry && this.budget.beginsTrial(this.usage, waiting);
      if (!this.isTrial) this.isOver = this.isSpent = true;
    }
    return !this.isOver;
  }

  /** Questions that may be under way together; one by one where only an acceptance is still waited for. */
  get depth(): number {
    return this.isAtItsEnd() ? 1 : this.budget.depth(this.usage);
  }

  asked(): void {
    this.usage.rcpts += 1;
  }

  /** Takes an answer in; true when it is about this session and not about the recipient, so that a new session may get another. */
  answeredWith({ classified, stage }: Answer, askedAt: number, now: number): boolean {
    const { outcome, code, reason } = classified;
    const hadAnswers = this.answered > 0;
    this.answered += 1;
    // Hosts that limit errors count temporary refusals as well: a greylist would slow us down.
    this.usage.refused = this.budget.refusedAfter(this.usage, (code ?? 0) >= 400);
    // Questions that are under way together are answered one after the other.
    const tookMs = now - Math.max(askedAt, this.lastAnswerAt);
    this.lastAnswerAt = now;
    const isComplaint = code === 421 || outcome === 'throttled';
    if (stage === 'rcpt' && !isComplaint && outcome !== 'sender_blocked') this.budget.acquainted();
    if (hadAnswers && isComplaint) this.trouble('complaint');
    else if (hadAnswers && tookMs > this.quickestMs * SLOW_DOWN_FACTOR + SLOW_DOWN_MS) this.trouble('slow');
    this.quickestMs = Math.min(this.quickestMs, tookMs);
    return (
      outcome === 'separate_transaction' || (hadAnswers && isComplaint && (code === 421 || reason !== 'reputation'))
    );
  }

  dropped(): void {
    if (this.answered > 0) this.trouble('complaint');
    this.isOver = true;
  }

  /** Tells the budget how it went. `doubted`: refusals after which nobody was accepted. */
  end(doubted: number): void {
    if (doubted >= MOST_DOUBTED) this.budget.distrust();
    if (this.isTrial && !this.hadTrouble) this.budget.abandonTrial();
    if (this.isSpent && !this.hadTrouble) this.budget.wentWell();
  }

  private isAtItsEnd(): boolean {
    const { rcpts, refused } = this.usage;
    return this.budget.isSpent(this.usage) || rcpts >= this.known.rcpts || refused >= this.known.refused;
  }

  private trouble(kind: 'complaint' | 'slow'): void {
    this.isOver = true;
    this.hadTrouble = true;
    this.budget.trouble({ ...this.usage, rcpts: this.answered }, kind);
  }
}
