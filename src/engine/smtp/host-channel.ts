import { isAboutUs, type CircuitBreaker, type SmtpAlarm } from './circuit-breaker';
import type { FailedAddresses } from './failed-addresses';
import type { SessionDependencies } from './open-session';
import type { PendingQuestion, PoolAnswer, Question } from './question';
import type { QuestionLine } from './question-line';
import type { SessionBudget } from './session-budget';
import type { SessionSlots } from './session-slots';
import { SessionWorker } from './session-worker';
import type { SmtpFailure } from './smtp-failure';
import type { Outcome } from './outcome';

/** To open another session costs about as much time as so many questions in an open one; more where others wait for slots. */
const QUESTIONS_WORTH_A_SESSION = 4;
const QUESTIONS_WORTH_A_WANTED_SESSION = 24;
/** Others wait for slots: so long one may be kept for session after session with the same host. */
const LONGEST_HOLD_MS = 2_000;

/** A question that got no reply in an open session: when that becomes a habit, it is the host. */
const LEFT_WITHOUT_REPLY: readonly Outcome[] = ['reply_timeout', 'dropped', 'protocol_error'];

/** What a channel shares with the others of its pool. */
export interface ChannelPool {
  slots: SessionSlots;
  session: SessionDependencies;
  idleMs: number;
  counters: { sessionsOpened: number; sessionsOpen: number; rcptCommands: number };
  /** Somebody waits for a slot. */
  slotsAreWanted: () => boolean;
  /** Waits for a slot; sessions that only linger are ended for it. */
  slotFor: (key: string, signal: AbortSignal, isUrgent: boolean) => Promise<() => void>;
}

/** Everything that is paced together: one queue of questions, a few sessions, one budget, one circuit breaker. */
export class HostChannel implements QuestionLine<SessionWorker> {
  private waiting: PendingQuestion[] = [];
  private readonly workers = new Set<SessionWorker>();
  private readonly running = new Set<Promise<void>>();
  /** Falls to what the host lets us have at a time. */
  private maxSessions: number;
  /** What everybody is told once the pool is closed. */
  private farewell: PoolAnswer | undefined;

  constructor(
    readonly key: string,
    private readonly pool: ChannelPool,
    maxSessions: number,
    readonly budget: SessionBudget,
    private readonly breaker: CircuitBreaker,
    private readonly failed: FailedAddresses,
  ) {
    this.maxSessions = maxSessions;
  }

  /** Nothing waits and no session is open. */
  get isQuiet(): boolean {
    return this.workers.size === 0 && this.waiting.length === 0;
  }

  get waitingCount(): number {
    return this.waiting.length;
  }

  alarm(): SmtpAlarm | undefined {
    return this.breaker.alarm();
  }

  ask(pending: PendingQuestion): void {
    if (pending.isSettled) return;
    const known = this.farewell ?? this.failure(pending.question) ?? this.refusal();
    if (known) {
      pending.settle(known);
      return;
    }
    if (pending.question.isFollowUp) this.waiting.unshift(pending);
    else this.waiting.push(pending);
    this.schedule();
  }

  /** The asker has left. */
  abandoned(pending: PendingQuestion): void {
    this.waiting = this.waiting.filter((other) => other !== pending);
    for (const worker of this.workers) {
      worker.dropIfAbandoned();
      if (worker.address === undefined && this.waiting.length === 0) worker.abort();
    }
  }

  /** The next question for `address`; for any address when it is undefined. */
  take(address: string | undefined): PendingQuestion | undefined {
    const at = address === undefined ? 0 : this.waiting.findIndex(({ question }) => question.address === address);
    return at === -1 ? undefined : this.waiting.splice(at, 1)[0];
  }

  putBack(pending: PendingQuestion): void {
    if (this.farewell) pending.settle(this.farewell);
    else if (!pending.isSettled) this.waiting.unshift(pending);
  }

  hasWaiting(address: string | undefined): boolean {
    return this.waiting.some(({ question }) => question.address === address);
  }

  slotsAreWanted(): boolean {
    return this.pool.slotsAreWanted() || this.waiting.length > 0;
  }

  settle(pending: PendingQuestion, answer: PoolAnswer): void {
    const { address } = pending.question;
    const { outcome, code } = answer.classified;
    pending.settle({ classified: answer.classified, stage: answer.stage, layer: answer.layer });
    if (code !== null) this.failed.gotReply(address);
    else if (
      LEFT_WITHOUT_REPLY.includes(outcome) &&
      answer.stage !== 'connect' &&
      this.failed.gotNoReply(address, answer)
    ) {
      this.settleWaiting(answer, address);
    }
    this.record(answer, pending);
  }

  couldNotOpen(worker: SessionWorker, pending: PendingQuestion, failure: SmtpFailure): void {
    const { outcome, reason } = failure.classified;
    const answer = { classified: failure.classified, stage: failure.stage, layer: failure.layer };
    if (outcome === 'aborted') {
      this.putBack(pending);
      return;
    }
    const others = this.workers.size - 1;
    if (others > 0 && outcome === 'throttled' && reason === 'connections') {
      this.maxSessions = others;
      this.putBack(pending);
      return;
    }
    pending.settle(answer);
    // Somebody more patient may still be greeted.
    if (outcome === 'banner_timeout' && pending.question.mode === 'single') return;
    // A fault of our proxy is not one of this host.
    if (failure.layer === 'proxy') return;
    this.failed.couldNotOpen(pending.question.address, answer);
    this.settleWaiting(answer, worker.address);
    this.record(answer, pending);
  }

  opened(): void {
    this.pool.counters.sessionsOpened += 1;
    this.pool.counters.sessionsOpen += 1;
  }

  closed(): void {
    this.pool.counters.sessionsOpen -= 1;
  }

  counted(rcpts: number): void {
    this.pool.counters.rcptCommands += rcpts;
  }

  /** Ends one idle session, so that another may have its slot; false when none is idle. */
  endAnIdleSession(): boolean {
    for (const worker of this.workers) {
      if (worker.isIdle) {
        worker.endIdle();
        return true;
      }
    }
    return false;
  }

  async close(answer: PoolAnswer): Promise<void> {
    this.farewell = answer;
    this.settleWaiting(answer);
    for (const worker of this.workers) {
      if (worker.isIdle) worker.endIdle();
      else worker.abort();
    }
    await Promise.all(this.running);
  }

  private failure({ address }: Question): PoolAnswer | undefined {
    const failure = this.failed.get(address);
    return failure && isAboutUs(failure.classified) ? { ...failure, isRemembered: true } : failure;
  }

  private refusal(): PoolAnswer | undefined {
    const refusal = this.breaker.refusal();
    return refusal && { ...refusal, layer: 'smtp', isRemembered: true };
  }

  private record(answer: PoolAnswer, { domain }: PendingQuestion): void {
    if (this.breaker.record(answer, domain)) this.settleWaiting(answer);
  }

  private settleWaiting(answer: PoolAnswer, address?: string): void {
    const concerned = this.waiting.filter(({ question }) => address === undefined || question.address === address);
    this.waiting = this.waiting.filter((pending) => !concerned.includes(pending));
    for (const pending of concerned) pending.settle(answer);
  }

  private schedule(): void {
    for (const worker of this.workers) {
      if (worker.isIdle && this.hasWaiting(worker.address)) worker.wake();
    }
    if (this.needsAnotherSession()) this.start();
  }

  private needsAnotherSession(): boolean {
    const [head] = this.waiting;
    if (!head || this.workers.size >= this.maxSessions) return false;
    const serving = [...this.workers].filter(
      ({ address }) => address === undefined || address === head.question.address,
    );
    if (serving.some((worker) => worker.isFree)) return false;
    if (serving.length === 0 || head.question.mode === 'single') return true;
    const worth = this.pool.slotsAreWanted() ? QUESTIONS_WORTH_A_WANTED_SESSION : QUESTIONS_WORTH_A_SESSION;
    return this.waiting.length > worth * this.workers.size;
  }

  private start(): void {
    const worker = new SessionWorker(this, this.pool.session, this.pool.idleMs);
    this.workers.add(worker);
    const life = this.live(worker);
    this.running.add(life);
    void life.finally(() => this.running.delete(life));
  }

  private async live(first: SessionWorker): Promise<void> {
    let worker = first;
    try {
      const release = await this.pool.slotFor(this.key, worker.signal, this.waiting[0]?.question.mode === 'single');
      const heldUntil = this.now() + LONGEST_HOLD_MS;
      try {
        await worker.run();
        while (this.mayKeepSlot(heldUntil)) {
          worker = this.replace(worker);
          await worker.run();
        }
      } finally {
        release();
      }
    } catch {
      // Aborted while it waited for a slot: whoever it was for has left.
    } finally {
      this.workers.delete(worker);
      this.schedule();
    }
  }

  /** One session after the other in the same slot: a host with many questions must not queue again after each few. */
  private mayKeepSlot(heldUntil: number): boolean {
    if (this.waiting.length === 0 || this.workers.size > this.maxSessions) return false;
    return !this.pool.slotsAreWanted() || this.now() < heldUntil;
  }

  private replace(worker: SessionWorker): SessionWorker {
    this.workers.delete(worker);
    const next = new SessionWorker(this, this.pool.session, this.pool.idleMs);
    this.workers.add(next);
    return next;
  }

  private now(): number {
    return this.pool.session.clock.now();
  }
}
