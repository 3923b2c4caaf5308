import type { Answer, Recipient } from './smtp-session';
import { withoutReply } from './smtp-failure';

/** One recipient, one host, one address of it. */
export interface Question {
  host: string;
  address: string;
  recipient: Recipient;
  mode: 'single' | 'batch';
  /** Opaque id of who asks: askers take turns. */
  asker: string;
  /** To be asked before those that wait, in the session that just answered if it can be. */
  isFollowUp: boolean;
  signal: AbortSignal;
}

export interface PoolAnswer extends Answer {
  layer: 'smtp' | 'proxy';
  /** Nobody was asked: we are refused there, and leave the host in peace for a while. */
  isRemembered?: true;
}

/** A question on its way. It is settled exactly once. */
export class PendingQuestion {
  readonly answer: Promise<PoolAnswer>;
  /** Sessions that ended under it. */
  attempts = 0;
  private resolve!: (answer: PoolAnswer) => void;
  private settled = false;
  private readonly onAbort = (): void => {
    this.settle({ classified: withoutReply('aborted'), stage: 'connect', layer: 'smtp' });
    this.onGone(this);
  };

  /** `onGone` is called when the asker has left: nothing more needs to be done for it. */
  constructor(
    readonly question: Question,
    private readonly onGone: (pending: PendingQuestion) => void,
  ) {
    this.answer = new Promise((resolve) => {
      this.resolve = resolve;
    });
    if (question.signal.aborted) this.onAbort();
    else question.signal.addEventListener('abort', this.onAbort, { once: true });
  }

  get isSettled(): boolean {
    return this.settled;
  }

  get domain(): string {
    const { address } = this.question.recipient;
    return address.slice(address.lastIndexOf('@') + 1);
  }

  settle(answer: PoolAnswer): void {
    if (this.settled) return;
    this.settled = true;
    this.question.signal.removeEventListener('abort', this.onAbort);
    this.resolve(answer);
  }
}
