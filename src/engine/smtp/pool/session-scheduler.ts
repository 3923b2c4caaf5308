import { DONE } from '../wire/with-timeout';
import type { DestinationDependencies } from './destination-dependencies';
import { slotKey } from './host-key';
import { networkOf } from './network-of';
import { SILENT_MS } from './preemption';
import type { PendingQuestion } from './question';
import type { QuestionQueue } from './question-queue';
import type { QuestionSource } from './question-source';
import { SessionPace } from './session-pace';
import type { Release, SlotRequest } from './session-slots';
import { SessionWorker } from './session-worker';

/** To open another session costs about as much time as so many questions in an open one; more where others wait for slots. */
const QUESTIONS_WORTH_A_SESSION = 4;
const QUESTIONS_WORTH_A_CONTENDED_SESSION = 24;
/** While others wait for slots, one may be kept for so long for session after session with the same destination. */
const LONGEST_HOLD_MS = 2_000;

/** Milliseconds between checks for silent sessions while an urgent question waits. */
const SILENCE_POLL_MS = 250;

/** Opens, wakes and preempts the sessions of one destination, as the questions in its queue require. */
export class SessionScheduler {
  private readonly active = new Set<SessionWorker>();
  private readonly running = new Set<Promise<void>>();
  /** The slot request of each session. */
  private readonly requests = new Map<SessionWorker, SlotRequest>();
  private readonly pace: SessionPace;
  private isWatching = false;
  private readonly closing = new AbortController();

  constructor(
    private readonly source: QuestionSource,
    private readonly waiting: QuestionQueue,
    private readonly pool: DestinationDependencies,
    /** Falls to what the host allows at a time. */
    private maxSessions: number,
  ) {
    this.pace = new SessionPace(pool.session.clock, pool.sessionPauseMs ?? 0);
  }

  /** Sessions that are open, being opened or waiting for a slot. */
  get workers(): ReadonlySet<SessionWorker> {
    return this.active;
  }

  /** The host allows no more sessions than this at a time. */
  limitTo(sessions: number): void {
    this.maxSessions = sessions;
  }

  /** Finds a session for what waits: an idle one, a new one, or the slot of a session that is preempted. */
  schedule(): void {
    for (const worker of this.active) {
      if (worker.isIdle && this.source.hasWaiting(worker.address)) worker.wake();
    }
    const head = this.waiting.peek();
    if (!head) return;
    if (this.needsAnotherSession(head)) this.start(head);
    else if (head.question.mode === 'single') this.preemptFor(head);
  }

  /** Ends idle sessions with QUIT, closes the others at once. */
  async close(): Promise<void> {
    this.closing.abort(DONE);
    for (const worker of this.active) {
      if (worker.isIdle) worker.drain();
      else worker.abort();
    }
    await Promise.all(this.running);
  }

  private needsAnotherSession(head: PendingQuestion): boolean {
    if (this.active.size >= this.maxSessions) return false;
    const serving = this.serving(head);
    if (serving.some((worker) => worker.isFree)) return false;
    if (serving.length === 0 || head.question.mode === 'single') return true;
    return this.isWorthASession(this.active.size);
  }

  /** Enough waits for a session beside so many. */
  private isWorthASession(others: number): boolean {
    const worth = this.pool.isContended() ? QUESTIONS_WORTH_A_CONTENDED_SESSION : QUESTIONS_WORTH_A_SESSION;
    return this.waiting.size > worth * others;
  }

  /**
   * An urgent question waits and no further session may be opened: preempts a session that would not take it. It does not wait
   * for a host that is silent about other tenants' questions.
   */
  private preemptFor(head: PendingQuestion): void {
    const workers = [...this.active];
    const notUrgent = workers.find((worker) => worker.address === undefined && !this.requests.get(worker)?.isUrgent);
    // Its slot request is not urgent: the one that replaces it will be.
    if (notUrgent) notUrgent.abort();
    if (notUrgent || workers.some((worker) => worker.isEnding)) return;
    const silent = this.silentFor(head);
    if (silent) silent.evict();
    else if (this.serving(head).length === 0) workers.find((worker) => !worker.isInteractive)?.drain();
    if (!silent) void this.watch();
  }

  /** The longest silent session without an urgent question of this tenant, if no session would take the question. */
  private silentFor(head: PendingQuestion): SessionWorker | undefined {
    const isSilent = ({ silentMs }: SessionWorker): boolean => silentMs >= SILENT_MS;
    if (this.serving(head).some((worker) => !isSilent(worker))) return undefined;
    const { tenant } = head.question;
    return [...this.active]
      .filter((worker) => isSilent(worker) && !worker.isInteractiveFor(tenant))
      .sort(
        (one, other) => Number(one.isInteractive) - Number(other.isInteractive) || other.silentMs - one.silentMs,
      )[0];
  }

  /** Checks again while an urgent question waits: a session in flight may turn out to be silent. */
  private async watch(): Promise<void> {
    if (this.isWatching) return;
    this.isWatching = true;
    try {
      await this.pool.session.clock.sleep(SILENCE_POLL_MS, this.closing.signal);
    } catch {
      return;
    } finally {
      this.isWatching = false;
    }
    if (this.waiting.peek()?.question.mode === 'single') this.schedule();
  }

  /** Sessions that will take this question. */
  private serving({ question }: PendingQuestion): SessionWorker[] {
    const network = networkOf(question.address);
    const mayServe = (worker: SessionWorker): boolean =>
      worker.address === undefined
        ? this.requests.get(worker)?.network === network
        : worker.address === question.address;
    return [...this.active].filter((worker) => !worker.isEnding && mayServe(worker));
  }

  private start({ question: { host, address, tenant, job, mode } }: PendingQuestion): void {
    const worker = new SessionWorker(this.source, this.pool.session, this.pool.idleMs);
    const request = {
      key: slotKey(host, address),
      network: networkOf(address),
      tenant,
      job,
      isUrgent: mode === 'single',
    };
    this.active.add(worker);
    this.requests.set(worker, request);
    const life = this.runInSlot(worker, request);
    this.running.add(life);
    void life.finally(() => this.running.delete(life));
  }

  private async runInSlot(first: SessionWorker, request: SlotRequest): Promise<void> {
    let worker = first;
    try {
      const slot = await this.slotAfterPause(worker, request);
      if (!slot) return;
      const heldUntil = this.now() + LONGEST_HOLD_MS;
      const forget = this.pool.hold(request, () => worker);
      try {
        for (let next: PendingQuestion | undefined = slot.first; next;) {
          await worker.run(next);
          next = !worker.isEnding && this.mayKeepSlot(request, heldUntil) ? this.takeFirst(request) : undefined;
          if (next) worker = this.replace(worker);
        }
      } finally {
        forget();
        slot.release();
      }
    } catch {
      // Aborted while it waited for a slot: nobody needs the session any more.
    } finally {
      this.active.delete(worker);
      this.requests.delete(first);
      this.schedule();
    }
  }

  /**
   * A slot, with the question whose session is opened now. The pause comes first, as it must not hold a slot, and again where
   * another session was opened meanwhile. Undefined: whom it was for another session has asked about.
   */
  private async slotAfterPause(
    worker: SessionWorker,
    request: SlotRequest,
  ): Promise<{ release: Release; first: PendingQuestion } | undefined> {
    for (;;) {
      while (this.mustPause(request)) {
        // Whoever could not wait has been served: those who can do not go first by his request.
        if (request.isUrgent) return undefined;
        await this.pool.session.clock.sleep(this.pace.leftMs, worker.signal);
      }
      if (this.isNeedless(worker, request)) return undefined;
      const release = await this.pool.slotFor(request, worker.signal);
      if (!this.mustPause(request)) {
        const first = worker.isEnding ? undefined : this.takeFirst(request);
        if (first) return { release, first };
      }
      release();
      if (worker.isEnding) return undefined;
    }
  }

  /** While it waited another session has asked all, or is about to. */
  private isNeedless(worker: SessionWorker, request: SlotRequest): boolean {
    const next = this.waiting.peekWhere(isIn(request));
    if (!next) return true;
    if (next.question.mode === 'single') return false;
    const isServed = this.serving(next).some((other) => other !== worker);
    return isServed && !this.isWorthASession(this.active.size - 1);
  }

  /** A session was opened just now, and nobody waits for an answer of the next one. */
  private mustPause(request: SlotRequest): boolean {
    return this.pace.leftMs > 0 && this.waiting.peekWhere(isIn(request))?.question.mode === 'batch';
  }

  /** The first question of a session that is opened now. */
  private takeFirst(request: SlotRequest): PendingQuestion | undefined {
    const first = this.waiting.takeWhere(isIn(request));
    if (first) this.pace.opened();
    return first;
  }

  /** One session after the other in the same slot: a host with many questions must not queue again after each few. */
  private mayKeepSlot(request: SlotRequest, heldUntil: number): boolean {
    if (this.active.size > this.maxSessions || this.mustPause(request)) return false;
    return !this.pool.isContended() || this.now() < heldUntil;
  }

  private replace(worker: SessionWorker): SessionWorker {
    this.active.delete(worker);
    const next = new SessionWorker(this.source, this.pool.session, this.pool.idleMs);
    this.active.add(next);
    return next;
  }

  private now(): number {
    return this.pool.session.clock.now();
  }
}

/** In the network that the slot counts for. */
const isIn =
  ({ network }: SlotRequest) =>
  (address: string): boolean =>
    networkOf(address) === network;
