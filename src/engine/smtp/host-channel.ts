import { isAboutUs } from './circuit-breaker';
import type { FailedAddresses } from './failed-addresses';
import { slotKey } from './host-key';
import type { SessionDependencies } from './open-session';
import { SILENT_MS } from './make-room';
import type { PendingQuestion, PoolAnswer, QuestionKeeper } from './question';
import type { QuestionLine } from './question-line';
import type { SessionBudget } from './session-budget';
import type { SlotWish } from './session-slots';
import type { Asked, Refusals } from './refusals';
import { OUT_OF_TIME, SessionWorker } from './session-worker';
import type { SmtpFailure } from './smtp-failure';
import type { Outcome, Stage } from './outcome';
import { WaitingQuestions } from './waiting-questions';
import { DONE } from './within';

/** To open another session costs about as much time as so many questions in an open one; more where others wait for slots. */
const QUESTIONS_WORTH_A_SESSION = 4;
const QUESTIONS_WORTH_A_WANTED_SESSION = 24;
/** Others wait for slots: so long one may be kept for session after session with the same host. */
const LONGEST_HOLD_MS = 2_000;

/** How often somebody who waits looks whether a session has become silent. */
const LOOK_AGAIN_MS = 250;

/** A question that got no reply in an open session: when that becomes a habit, it is the host. */
const LEFT_WITHOUT_REPLY: readonly Outcome[] = ['reply_timeout', 'dropped', 'protocol_error'];

/** What a channel shares with the others of its pool. */
export interface ChannelPool {
  session: SessionDependencies;
  idleMs: number;
  counters: { sessionsOpened: number; sessionsOpen: number; rcptCommands: number };
  /** Somebody waits for a slot. */
  slotsAreWanted: () => boolean;
  /** Waits for a slot; see `makeRoom` for what is done meanwhile. */
  slotFor: (wish: SlotWish, signal: AbortSignal) => Promise<() => void>;
  /** A slot is held for the sessions of `worker`, until the returned function is called. */
  hold: (wish: SlotWish, worker: () => SessionWorker) => () => void;
}

/** Everything that is paced together: one line of questions, a few sessions, one budget. */
export class HostChannel implements QuestionLine<SessionWorker>, QuestionKeeper {
  private readonly waiting = new WaitingQuestions();
  private readonly workers = new Set<SessionWorker>();
  private readonly running = new Set<Promise<void>>();
  /** What each session waited for, or waits for. */
  private readonly wishes = new Map<SessionWorker, SlotWish>();
  /** Falls to what the host lets us have at a time. */
  private maxSessions: number;
  private isWatching = false;
  private readonly closing = new AbortController();
  /** What everybody is told once the pool is closed. */
  private farewell: PoolAnswer | undefined;

  constructor(
    readonly key: string,
    private readonly pool: ChannelPool,
    maxSessions: number,
    readonly budget: SessionBudget,
    private readonly refusals: Refusals,
    private readonly failed: FailedAddresses,
  ) {
    this.maxSessions = maxSessions;
  }

  /** Nothing waits and no session is open. */
  get isQuiet(): boolean {
    return this.workers.size === 0 && this.waiting.size === 0;
  }

  get waitingCount(): number {
    return this.waiting.size;
  }

  ask(pending: PendingQuestion): void {
    if (pending.isSettled) return;
    const known = this.farewell ?? this.failure(pending) ?? this.refusal(pending);
    if (known) {
      pending.settle(known);
      return;
    }
    if (pending.question.isFollowUp) this.waiting.addInFront(pending);
    else this.waiting.add(pending);
    this.schedule();
  }

  /** The asker has left. */
  gone(pending: PendingQuestion): void {
    this.waiting.remove(pending);
    for (const worker of this.workers) {
      worker.dropIfAbandoned();
      if (worker.address === undefined && this.waiting.size === 0) worker.abort();
    }
  }

  timeUp(pending: PendingQuestion): void {
    const workers = [...this.workers];
    if (this.waiting.remove(pending)) {
      const { address } = pending.question;
      const silent = workers.find((worker) => worker.address === address && worker.silentMs >= SILENT_MS);
      pending.settle(silent?.silence() ?? OUT_OF_TIME);
    } else workers.find((worker) => worker.asks(pending))?.runOut(pending);
  }

  /** The next question for `address`; for any address when it is undefined. */
  take(address: string | undefined): PendingQuestion | undefined {
    return this.waiting.take(address);
  }

  putBack(pending: PendingQuestion): void {
    if (this.farewell) pending.settle(this.farewell);
    else if (!pending.isSettled) {
      pending.interrupt();
      this.waiting.addInFront(pending);
    }
  }

  hasWaiting(address: string | undefined): boolean {
    return address !== undefined && this.waiting.has(address);
  }

  slotsAreWanted(): boolean {
    return this.pool.slotsAreWanted() || this.waiting.size > 0;
  }

  settle(pending: PendingQuestion, answer: PoolAnswer): void {
    const { address } = pending.question;
    const { outcome, code } = answer.classified;
    pending.settle({ classified: answer.classified, stage: answer.stage, layer: answer.layer });
    if (code !== null) {
      this.failed.gotReply(this.placeOf(address, answer.stage));
      if (answer.stage === 'rcpt') this.failed.spokeOf(this.domainPlaceOf(pending));
    } else if (LEFT_WITHOUT_REPLY.includes(outcome) && answer.stage !== 'connect') this.gotNoReply(pending, answer);
    this.record(answer, pending);
  }

  ranOut(pending: PendingQuestion, answer: PoolAnswer): void {
    const { underWayMs } = pending;
    const { address } = pending.question;
    pending.settle(answer);
    if (answer.wasNotAsked) return;
    const { connectTimeoutMs, commandTimeoutMs } = this.pool.session.options;
    if (answer.stage === 'rcpt') this.gotNoReply(pending, answer);
    else if (underWayMs >= Math.min(SILENT_MS, connectTimeoutMs, commandTimeoutMs)) {
      this.failed.wasSilent(this.placeOf(address, answer.stage), answer);
    }
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
    const place = this.placeOf(pending.question.address, failure.stage);
    if (outcome === 'banner_timeout' && pending.question.mode === 'single') {
      // Somebody more patient may still be greeted.
      this.failed.wasSilent(place, answer);
      return;
    }
    // A fault of our proxy or of this machine is not one of this host.
    if (failure.layer === 'proxy' || outcome === 'out_of_resources') return;
    this.failed.couldNotOpen(place, answer);
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

  async close(answer: PoolAnswer): Promise<void> {
    this.farewell = answer;
    this.closing.abort(DONE);
    this.settleWaiting(answer);
    for (const worker of this.workers) {
      if (worker.isIdle) worker.yield();
      else worker.abort();
    }
    await Promise.all(this.running);
  }

  private failure(pending: PendingQuestion): PoolAnswer | undefined {
    const { address, mode } = pending.question;
    const places = [this.placeOf(address, 'connect'), this.placeOf(address, 'rcpt'), this.domainPlaceOf(pending)];
    const failure = places.map((place) => this.failed.get(place, mode)).find((known) => known !== undefined);
    return failure && isAboutUs(failure.classified) ? { ...failure, wasNotAsked: true } : failure;
  }

  /**
   * What failed: until we have spoken of a name or a recipient the address itself, then only what is asked there for hosts of
   * this key. Anybody may let a name of his own lead to somebody else's mail host.
   */
  private placeOf(address: string, stage: Stage): string {
    return stage === 'connect' || stage === 'banner' || stage === 'ehlo' ? address : `${this.key} ${address}`;
  }

  /** Silence about recipients may be their own domain's doing, behind a host that serves many. */
  private domainPlaceOf({ domain, question: { address } }: PendingQuestion): string {
    return `${this.placeOf(address, 'rcpt')} ${domain}`;
  }

  private gotNoReply(pending: PendingQuestion, answer: PoolAnswer): void {
    const { address, mode, recipient } = pending.question;
    if (this.failed.gotNoReply(this.placeOf(address, answer.stage), answer)) this.settleWaiting(answer, address);
    if (mode !== 'single' || answer.stage !== 'rcpt' || answer.classified.outcome !== 'reply_timeout') return;
    const place = this.domainPlaceOf(pending);
    if (!this.failed.wasSilentAbout(place, recipient.address, answer)) return;
    for (const other of this.waiting.all()) {
      const isSame = other.question.mode === 'single' && this.domainPlaceOf(other) === place;
      if (isSame && this.waiting.remove(other)) other.settle(answer);
    }
  }

  private refusal(pending: PendingQuestion): PoolAnswer | undefined {
    const refusal = this.refusals.of(askedOf(pending));
    return refusal && { classified: refusal.classified, stage: refusal.stage, layer: 'smtp', wasNotAsked: true };
  }

  private record(answer: PoolAnswer, settled: PendingQuestion): void {
    if (!this.refusals.record(answer, askedOf(settled))) return;
    for (const pending of this.waiting.all()) {
      const refusal = this.refusal(pending);
      if (refusal && this.waiting.remove(pending)) pending.settle(refusal);
    }
  }

  private settleWaiting(answer: PoolAnswer, address?: string): void {
    for (const pending of this.waiting.removeAll(address)) pending.settle(answer);
  }

  private schedule(): void {
    for (const worker of this.workers) {
      if (worker.isIdle && this.hasWaiting(worker.address)) worker.wake();
    }
    const head = this.waiting.peek();
    if (!head) return;
    if (this.needsAnotherSession(head)) this.start(head);
    else if (head.question.mode === 'single') this.hurry(head);
  }

  private needsAnotherSession(head: PendingQuestion): boolean {
    if (this.workers.size >= this.maxSessions) return false;
    const serving = this.serving(head);
    if (serving.some((worker) => worker.isFree)) return false;
    if (serving.length === 0 || head.question.mode === 'single') return true;
    const worth = this.pool.slotsAreWanted() ? QUESTIONS_WORTH_A_WANTED_SESSION : QUESTIONS_WORTH_A_SESSION;
    return this.waiting.size > worth * this.workers.size;
  }

  /**
   * Somebody waits, and there is no room for another session: one that would not come to him makes room, or hurries itself. A
   * host's silence about what others asked is not waited for.
   */
  private hurry(head: PendingQuestion): void {
    const workers = [...this.workers];
    const patient = workers.find((worker) => worker.address === undefined && !this.wishes.get(worker)?.isUrgent);
    // It waits for a slot among those for whom nobody waits: the next one will not.
    if (patient) patient.abort();
    if (patient || workers.some((worker) => worker.isEnding)) return;
    const silent = this.silentFor(head);
    if (silent) silent.leave();
    else if (this.serving(head).length === 0) workers.find((worker) => !worker.servesSomebody)?.yield();
    if (!silent) void this.watch();
  }

  /** The session that has been silent for longest, where none would come to this question and none is his own. */
  private silentFor(head: PendingQuestion): SessionWorker | undefined {
    const isSilent = ({ silentMs }: SessionWorker): boolean => silentMs >= SILENT_MS;
    if (this.serving(head).some((worker) => !isSilent(worker))) return undefined;
    const { asker } = head.question;
    return [...this.workers]
      .filter((worker) => isSilent(worker) && !worker.serves(asker))
      .sort(
        (one, other) => Number(one.servesSomebody) - Number(other.servesSomebody) || other.silentMs - one.silentMs,
      )[0];
  }

  /** Looks again while somebody waits here: a session under way may turn out to be silent. */
  private async watch(): Promise<void> {
    if (this.isWatching) return;
    this.isWatching = true;
    try {
      await this.pool.session.clock.sleep(LOOK_AGAIN_MS, this.closing.signal);
    } catch {
      return;
    } finally {
      this.isWatching = false;
    }
    if (this.waiting.peek()?.question.mode === 'single') this.schedule();
  }

  /** Sessions that will come to this question. */
  private serving({ question }: PendingQuestion): SessionWorker[] {
    return [...this.workers].filter(
      (worker) => !worker.isEnding && (worker.address === undefined || worker.address === question.address),
    );
  }

  private start({ question: { host, address, asker, job, mode } }: PendingQuestion): void {
    const worker = new SessionWorker(this, this.pool.session, this.pool.idleMs);
    const wish = { key: slotKey(host, address), asker, job, isUrgent: mode === 'single' };
    this.workers.add(worker);
    this.wishes.set(worker, wish);
    const life = this.live(worker, wish);
    this.running.add(life);
    void life.finally(() => this.running.delete(life));
  }

  private async live(first: SessionWorker, wish: SlotWish): Promise<void> {
    let worker = first;
    try {
      const release = await this.pool.slotFor(wish, worker.signal);
      const heldUntil = this.now() + LONGEST_HOLD_MS;
      const forget = this.pool.hold(wish, () => worker);
      try {
        await worker.run();
        while (!worker.isEnding && this.mayKeepSlot(heldUntil)) {
          worker = this.replace(worker);
          await worker.run();
        }
      } finally {
        forget();
        release();
      }
    } catch {
      // Aborted while it waited for a slot: whoever it was for has left.
    } finally {
      this.workers.delete(worker);
      this.wishes.delete(first);
      this.schedule();
    }
  }

  /** One session after the other in the same slot: a host with many questions must not queue again after each few. */
  private mayKeepSlot(heldUntil: number): boolean {
    if (this.waiting.size === 0 || this.workers.size > this.maxSessions) return false;
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

const askedOf = ({ domain, question: { host, asker } }: PendingQuestion): Asked => ({ host, domain, asker });
