import type { Clock } from '../ports';
import type { Pulse } from './pulse';
import { QuestionLimit, type TimeLeft } from './question-limit';
import type { Answer, Recipient } from './smtp-session';
import { withoutReply } from './smtp-failure';
import type { Party } from './turns';

/** One recipient, one host, one address of it. */
export interface Question extends Party {
  host: string;
  address: string;
  recipient: Recipient;
  mode: 'single' | 'batch';
  /** To be asked before those that wait, in the session that just answered if it can be. */
  isFollowUp: boolean;
  signal: AbortSignal;
  /** What of the asker's time is left, where somebody waits: the question ends by itself, in time for what comes after. */
  time?: TimeLeft;
}

export interface PoolAnswer extends Answer {
  layer: 'smtp' | 'proxy';
  /** Nobody was asked, and that lies with us: we are refused there and leave the host in peace, or our own line was too long. */
  wasNotAsked?: true;
}

/** Who looks after a question on its way. */
export interface QuestionKeeper {
  /** The asker has left: nothing more needs to be done for it. */
  gone(pending: PendingQuestion): void;
  /** Its part of the asker's time is over. It is not settled yet. */
  timeUp(pending: PendingQuestion): void;
}

/** A question on its way. It is settled exactly once. */
export class PendingQuestion {
  readonly answer: Promise<PoolAnswer>;
  /** Sessions that ended under it. */
  attempts = 0;
  private resolve!: (answer: PoolAnswer) => void;
  private settled = false;
  private limit: QuestionLimit | undefined;
  private readonly onAbort = (): void => {
    this.settle({ classified: withoutReply('aborted'), stage: 'connect', layer: 'smtp' });
    this.keeper.gone(this);
  };

  constructor(
    readonly question: Question,
    private readonly keeper: QuestionKeeper,
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
      this.limit = new QuestionLimit(question.time, clock, () => {
        if (!this.settled) this.keeper.timeUp(this);
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

  /** Milliseconds left of its part of the asker's time; Infinity where nobody waits. */
  get leftMs(): number {
    return this.limit?.leftMs ?? Infinity;
  }

  /** Milliseconds that a session has been asking it. */
  get underWayMs(): number {
    return this.limit?.underWayMs ?? 0;
  }

  /** Milliseconds since it was asked for, where somebody waits. */
  get ageMs(): number {
    return this.limit?.ageMs ?? 0;
  }

  /** A session has taken it. */
  begin(pulse: Pulse): void {
    this.limit?.begin(pulse);
  }

  /** It waits in line again. */
  interrupt(): void {
    this.limit?.interrupt();
  }

  settle(answer: PoolAnswer): void {
    if (this.settled) return;
    this.settled = true;
    this.limit?.done();
    this.question.signal.removeEventListener('abort', this.onAbort);
    this.resolve(answer);
  }
}
