import { NOTHING_KNOWN } from './known-limits';
import type { SessionBudget, SessionUsage } from './session-budget';
import type { Answer } from './mail-transactions';

/** An answer that took so much longer than the quickest of the session: the host is slowing down (tarpitting). */
const SLOW_DOWN_FACTOR = 4;
const SLOW_DOWN_MS = 500;

/** A host that gives so many provisional refusals in a row refuses everybody. */
const MAX_PROVISIONAL = 10;

/** Meters one session against its host's budget: counts what was asked and refused, and says when to end with QUIT. */
export class SessionMeter {
  /** The session takes no further question. */
  isOver = false;
  /** What the host is known to allow, whatever the budget says. */
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
  isProvisional({ classified }: Answer): boolean {
    return (classified.code ?? 0) >= 400 && this.budget.isProvisional(this.usage);
  }

  /**
   * False once the budget is spent. `waiting`: questions for this host; `provisional`: refusals that wait for an acceptance, for
   * which a few more may be asked.
   */
  mayAskMore(waiting: number, provisional: number): boolean {
    if (provisional >= MAX_PROVISIONAL) this.isOver = true;
    else if (provisional > 0) return !this.isOver;
    if (this.isTrial && this.budget.passesTrial(this.usage)) this.isTrial = false;
    if (!this.isOver && !this.isTrial && this.isUsedUp()) {
      const mayTry = this.known.refused === Infinity && this.usage.rcpts < this.known.rcpts;
      this.isTrial = mayTry && this.budget.beginsTrial(this.usage, waiting);
      if (!this.isTrial) this.isOver = this.isSpent = true;
    }
    return !this.isOver;
  }

  /** Questions that may be in flight together; one by one where only an acceptance is still waited for. */
  get depth(): number {
    return this.isUsedUp() ? 1 : this.budget.depth(this.usage);
  }

  asked(): void {
    this.usage.rcpts += 1;
  }

  /** Takes an answer in; true when it is about this session and not about the recipient, so that a new session may get another. */
  answeredWith({ classified, stage }: Answer, askedAt: number, now: number): boolean {
    const { outcome, code, reason } = classified;
    const hadAnswers = this.answered > 0;
    this.answered += 1;
    // Hosts that limit errors count temporary refusals as well: after a greylist they would slow down.
    this.usage.refused = this.budget.refusedAfter(this.usage, (code ?? 0) >= 400);
    // Questions that are in flight together are answered one after the other.
    const tookMs = now - Math.max(askedAt, this.lastAnswerAt);
    this.lastAnswerAt = now;
    const isComplaint = code === 421 || outcome === 'throttled';
    if (stage === 'rcpt' && !isComplaint && outcome !== 'sender_blocked') this.budget.gotAnswer();
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

  /** Tells the budget how it went. `provisional`: refusals after which nobody was accepted. */
  end(provisional: number): void {
    if (provisional >= MAX_PROVISIONAL) this.budget.failTrial();
    if (this.isTrial && !this.hadTrouble) this.budget.abandonTrial();
    if (this.isSpent && !this.hadTrouble) this.budget.wentWell();
  }

  private isUsedUp(): boolean {
    const { rcpts, refused } = this.usage;
    return this.budget.isSpent(this.usage) || rcpts >= this.known.rcpts || refused >= this.known.refused;
  }

  private trouble(kind: 'complaint' | 'slow'): void {
    this.isOver = true;
    this.hadTrouble = true;
    this.budget.trouble({ ...this.usage, rcpts: this.answered }, kind);
  }
}
