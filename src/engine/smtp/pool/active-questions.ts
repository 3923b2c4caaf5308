import type { PeerActivity } from '../session/peer-activity';
import type { PendingQuestion } from './question';

/** The questions that one session is asking. */
export class ActiveQuestions {
  private readonly questions = new Set<PendingQuestion>();

  constructor(private readonly activity: PeerActivity) {}

  get size(): number {
    return this.questions.size;
  }

  /** A caller waits for one of the answers. */
  get isInteractive(): boolean {
    return [...this.questions].some(({ question, isSettled }) => question.mode === 'single' && !isSettled);
  }

  /** A caller of this tenant waits for one of the answers. */
  isInteractiveFor(tenant: string): boolean {
    return [...this.questions].some(
      ({ question, isSettled }) => question.mode === 'single' && question.tenant === tenant && !isSettled,
    );
  }

  /** Nobody waits for any of the answers: all callers aborted, or ran out of time. */
  get isAbandoned(): boolean {
    return this.questions.size > 0 && [...this.questions].every(({ isSettled }) => isSettled);
  }

  /** At least one is, or was, of `single` mode. */
  get hasSingle(): boolean {
    return [...this.questions].some(({ question }) => question.mode === 'single');
  }

  /** Milliseconds for which the host has not sent a whole reply that is due. */
  get silentMs(): number {
    return this.questions.size === 0 ? 0 : this.activity.silentMs;
  }

  has(pending: PendingQuestion): boolean {
    return this.questions.has(pending);
  }

  begin(pending: PendingQuestion): void {
    if (this.questions.size === 0) this.activity.touch();
    this.questions.add(pending);
    pending.begin(this.activity);
  }

  end(pending: PendingQuestion): void {
    this.questions.delete(pending);
  }

  all(): PendingQuestion[] {
    return [...this.questions];
  }
}
