import type { ControlQuestions } from '../control/control-questions';
import type { PendingQuestion, PoolAnswer } from './question';
import type { SessionBudget } from '../session/session-budget';
import type { SmtpFailure } from '../session/smtp-failure';

/** Where a session worker takes its questions from, and reports what came of them: its destination. */
export interface QuestionSource {
  /** As in `hostKey`. */
  readonly key: string;
  readonly budget: SessionBudget;
  /** Undefined: a refusal whose words nobody has read stays one. */
  readonly controls: ControlQuestions | undefined;
  /** Questions that no session has taken yet. */
  readonly waitingCount: number;
  /** The next question for `address`; for any address when it is undefined. */
  take(address: string | undefined): PendingQuestion | undefined;
  requeue(pending: PendingQuestion): void;
  hasWaiting(address: string | undefined): boolean;
  /** A request for a slot is waiting, here or in another process. */
  isContended(): boolean;
  settle(pending: PendingQuestion, answer: PoolAnswer): void;
  /** The question's deadline passed while the host was silent, or before it was asked. */
  timedOut(pending: PendingQuestion, answer: PoolAnswer): void;
  /** No session came about for this question. */
  openFailed(pending: PendingQuestion, failure: SmtpFailure): void;
  opened(): void;
  closed(): void;
  /** RCPT commands sent since the last call. */
  countRcpts(rcpts: number): void;
}
