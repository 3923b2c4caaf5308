import type { ControlQuestions } from '../control/control-questions';
import type { SessionBudget } from '../session/session-budget';
import type { SmtpFailure } from '../session/smtp-failure';
import type { DestinationDependencies } from './destination-dependencies';
import { KnownFailures, type HostMemory } from './known-failures';
import { SILENT_MS } from './preemption';
import { TIMED_OUT_IN_QUEUE, type PendingQuestion, type PoolAnswer, type QuestionListener } from './question';
import { QuestionQueue } from './question-queue';
import type { QuestionSource } from './question-source';
import { SessionScheduler } from './session-scheduler';

/**
 * A destination, in the sense of a mail queue manager (Postfix's qmgr): all hosts that are paced together, with one queue of
 * questions, a few sessions and one budget. Settles without asking what is known to fail.
 */
export class Destination implements QuestionSource, QuestionListener {
  private readonly waiting = new QuestionQueue();
  private readonly known: KnownFailures;
  private readonly sessions: SessionScheduler;
  /** The answer to every question once the pool is closed. */
  private closedAnswer: PoolAnswer | undefined;

  constructor(
    readonly key: string,
    private readonly pool: DestinationDependencies,
    maxSessions: number,
    readonly budget: SessionBudget,
    memory: HostMemory,
  ) {
    this.known = new KnownFailures(key, this.waiting, memory, pool.session.options);
    this.sessions = new SessionScheduler(this, this.waiting, pool, maxSessions);
  }

  get controls(): ControlQuestions | undefined {
    return this.pool.controls;
  }

  /** Nothing waits and no session is open. */
  get isQuiet(): boolean {
    return this.sessions.workers.size === 0 && this.waiting.size === 0;
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  ask(pending: PendingQuestion): void {
    if (pending.isSettled) return;
    const answer = this.closedAnswer ?? this.known.answerTo(pending);
    if (answer) {
      pending.settle(answer);
      return;
    }
    if (pending.question.isFollowUp) this.waiting.addFirst(pending);
    else this.waiting.add(pending);
    this.sessions.schedule();
  }

  onAbandoned(pending: PendingQuestion): void {
    this.waiting.remove(pending);
    for (const worker of this.sessions.workers) {
      worker.dropIfAbandoned();
      if (worker.address === undefined && this.waiting.size === 0) worker.abort();
    }
  }

  onTimeout(pending: PendingQuestion): void {
    const workers = [...this.sessions.workers];
    if (this.waiting.remove(pending)) {
      const { address } = pending.question;
      const silent = workers.find((worker) => worker.address === address && worker.silentMs >= SILENT_MS);
      pending.settle(silent?.timeoutAnswer() ?? TIMED_OUT_IN_QUEUE);
    } else workers.find((worker) => worker.has(pending))?.timeOut(pending);
  }

  take(address: string | undefined): PendingQuestion | undefined {
    return this.waiting.take(address);
  }

  requeue(pending: PendingQuestion): void {
    if (this.closedAnswer) pending.settle(this.closedAnswer);
    else if (pending.inHand) this.settle(pending, pending.inHand);
    else if (!pending.isSettled) {
      pending.interrupt();
      this.waiting.addFirst(pending);
    }
  }

  hasWaiting(address: string | undefined): boolean {
    return address !== undefined && this.waiting.has(address);
  }

  isContended(): boolean {
    return this.pool.isContended() || this.waiting.size > 0;
  }

  settle(pending: PendingQuestion, { classified, stage, layer, by, isControlPending }: PoolAnswer): void {
    const answer = { classified, stage, layer, ...(by && { by }), ...(isControlPending && { isControlPending }) };
    pending.settle(answer);
    this.known.answered(pending, answer);
  }

  timedOut(pending: PendingQuestion, answer: PoolAnswer): void {
    const { underWayMs, inHand } = pending;
    if (inHand) {
      this.settle(pending, inHand);
      return;
    }
    pending.settle(answer);
    if (!answer.wasNotAsked) this.known.timedOut(pending, answer, underWayMs);
  }

  openFailed(pending: PendingQuestion, { classified, stage, layer }: SmtpFailure): void {
    const { outcome, reason } = classified;
    if (outcome === 'aborted') {
      this.requeue(pending);
      return;
    }
    const others = this.sessions.workers.size - 1;
    if (others > 0 && outcome === 'throttled' && reason === 'connections') {
      this.sessions.limitTo(others);
      this.requeue(pending);
      return;
    }
    const answer = { classified, stage, layer };
    pending.settle(answer);
    this.known.openFailed(pending, answer);
  }

  opened(): void {
    this.pool.counters.sessionsOpened += 1;
    this.pool.counters.sessionsOpen += 1;
  }

  closed(): void {
    this.pool.counters.sessionsOpen -= 1;
  }

  countRcpts(rcpts: number): void {
    this.pool.counters.rcptCommands += rcpts;
  }

  async close(answer: PoolAnswer): Promise<void> {
    this.closedAnswer = answer;
    for (const pending of this.waiting.removeAll()) pending.settle(answer);
    await this.sessions.close();
  }
}
