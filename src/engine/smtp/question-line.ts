import type { PendingQuestion, PoolAnswer } from './question';
import type { SessionBudget } from './session-budget';
import type { SmtpFailure } from './smtp-failure';

/** Where a session gets its questions from and says what they came to: its host's channel. */
export interface QuestionLine<Worker> {
  readonly budget: SessionBudget;
  /** Questions that no session has taken yet. */
  readonly waitingCount: number;
  /** The next question for `address`; for any address when it is undefined. */
  take(address: string | undefined): PendingQuestion | undefined;
  putBack(pending: PendingQuestion): void;
  hasWaiting(address: string | undefined): boolean;
  /** Somebody waits for a session's place. */
  slotsAreWanted(): boolean;
  settle(pending: PendingQuestion, answer: PoolAnswer): void;
  /** The asker's time ended while the host was silent, or before it was asked. */
  ranOut(pending: PendingQuestion, answer: PoolAnswer): void;
  couldNotOpen(worker: Worker, pending: PendingQuestion, failure: SmtpFailure): void;
  opened(): void;
  closed(): void;
  /** RCPT commands sent since the last call. */
  counted(rcpts: number): void;
}
