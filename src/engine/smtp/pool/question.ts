import type { Clock } from '../../ports';
import type { PeerActivity } from '../session/peer-activity';
import { QuestionDeadline, type TimeBudget } from './question-deadline';
import type { ExplainedAnswer } from '../control/control-questions';
import type { Recipient } from '../session/mail-transactions';
import { withoutReply } from '../session/smtp-failure';
import type { Flow } from './least-recently-served';

/**
 * One recipient to ask about, at one address of one host: one mail transaction (MAIL, RCPT, RSET; RFC 5321 3.3). It is called
 * a question and not a transaction since it outlives one: after a dropped session it is asked again in another.
 */
export interface Question extends Flow {
  host: string;
  address: string;
  recipient: Recipient;
  mode: 'single' | 'batch';
  /** To be asked before those that wait, in the session that just answered if it can be. */
  isFollowUp: boolean;
  /** About a random address: the one that the host has just accepted, to be asked about again after an unread refusal. */
  accepted?: string;
  signal: AbortSignal;
  /** What of the caller's time is left, in `single` mode: the question times out by itself, in time for what comes after. */
  time?: TimeBudget;
}

export interface PoolAnswer extends ExplainedAnswer {
  layer: 'smtp' | 'proxy';
  /** The host was not asked, for a local reason: its circuit breaker is open, or the queue was too long. */
  wasNotAsked?: true;
}

/** The time was spent in the queue: no host was silent. */
export const TIMED_OUT_IN_QUEUE: PoolAnswer = {
  classified: withoutReply('aborted'),
  stage: 'connect',
  layer: 'smtp',
  wasNotAsked: true,
};

/** Told when a question ends without an answer of a host. */
export interface QuestionListener {
  /** The caller aborted: the question is settled. */
  onAbandoned(pending: PendingQuestion): void;
  /** Its share of the caller's time is over. It is not settled yet. */
  onTimeout(pending: PendingQuestion): void;
}

/** A question in flight: a promise for its answer, its deadline and its abort. It is settled exactly once. */
export class PendingQuestion {
  readonly answer: Promise<PoolAnswer>;
  /** Sessions that ended under it. */
  attempts = 0;
  /** The host has answered, and is being asked what it says to others: this stands if that comes to nothing. */
  inHand: PoolAnswer | undefined;
  /** A session ended while the host was being asked so: it is begun again once, in another. */
  hasLostControl = false;
  private resolve!: (answer: PoolAnswer) => void;
  private settled = false;
  private deadline: QuestionDeadline | undefined;
  private readonly onAbort = (): void => {
    this.settle({ classified: withoutReply('aborted'), stage: 'connect', layer: 'smtp' });
    this.listener.onAbandoned(this);
  };

  constructor(
    readonly question: Question,
    private readonly listener: QuestionListener,
    clock: Clock,
  ) {
    this.answer = new Promise((resolve) => {
      this.resolve = resolve;
    });
    if (question.signal.aborted) {
      this.onAbort();
      return;
    }
    question.signal.addEventListener('abort', this.onAbort, { once: true });
    if (question.time) {
      this.deadline = new QuestionDeadline(question.time, clock, () => {
        if (!this.settled) this.listener.onTimeout(this);
      });
    }
  }

  get isSettled(): boolean {
    return this.settled;
  }

  get domain(): string {
    const { address } = this.question.recipient;
    return address.slice(address.lastIndexOf('@') + 1);
  }

  /** Milliseconds left of its share of the caller's time; Infinity in `batch` mode. */
  get leftMs(): number {
    return this.deadline?.leftMs ?? Infinity;
  }

  /** Milliseconds that a session has been asking it. */
  get underWayMs(): number {
    return this.deadline?.underWayMs ?? 0;
  }

  /** Milliseconds since it was submitted, in `single` mode. */
  get ageMs(): number {
    return this.deadline?.ageMs ?? 0;
  }

  /** A session has taken it. */
  begin(activity: PeerActivity): void {
    this.deadline?.begin(activity);
  }

  /** It is queued again. */
  interrupt(): void {
    this.deadline?.interrupt();
  }

  settle(answer: PoolAnswer): void {
    if (this.settled) return;
    this.settled = true;
    this.deadline?.done();
    this.question.signal.removeEventListener('abort', this.onAbort);
    this.resolve(answer);
  }
}
