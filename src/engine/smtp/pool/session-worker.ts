import { openSession, type SessionDependencies } from '../session/open-session';
import { OutOfSyncFailure } from '../session/out-of-sync.failure';
import { PeerActivity } from '../session/peer-activity';
import { SessionMeter } from '../session/session-meter';
import { smtpFailureOf, withoutReply } from '../session/smtp-failure';
import type { SmtpSession } from '../session/smtp-session';
import { DONE } from '../wire/with-timeout';
import { ActiveQuestions } from './active-questions';
import { TIMED_OUT_IN_QUEUE, type PendingQuestion, type PoolAnswer } from './question';
import { QuestionRunner } from './question-runner';
import type { QuestionSource } from './question-source';

/** A host that had less time to answer was not silent: the time was spent before. */
const SILENCE_MS = 2_000;
const LEAST_SHARE_OF_SILENCE = 1 / 4;

/** An abandoned question's reply has this long to come, so that the session can end with QUIT. */
const QUIT_GRACE_MS = 900;

/**
 * The life of one SMTP session with one address: opens it for the first question, takes what is queued for that address as long
 * as the budget lasts, keeps it idle for a while, and ends it with QUIT.
 */
export class SessionWorker {
  /** The address that the session is with; undefined before the first question was taken. */
  address: string | undefined;
  private session: SmtpSession | undefined;
  private readonly activity: PeerActivity;
  private readonly active: ActiveQuestions;
  private readonly meter: SessionMeter;
  private readonly ending = new AbortController();
  private wakeUp: (() => void) | undefined;
  private isInGrace = false;
  private isDraining = false;

  constructor(
    private readonly destination: QuestionSource,
    private readonly dependencies: SessionDependencies,
    private readonly idleMs: number,
  ) {
    this.meter = new SessionMeter(destination.budget);
    this.activity = new PeerActivity(dependencies.clock);
    this.active = new ActiveQuestions(this.activity);
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** The session is kept open without a question. */
  get isIdle(): boolean {
    return this.wakeUp !== undefined;
  }

  /** The session is open and nothing is being asked in it. */
  get isFree(): boolean {
    return this.session !== undefined && this.active.size === 0 && !this.meter.isOver;
  }

  /** Draining or aborted: its slot is for another session. */
  get isEnding(): boolean {
    return this.isDraining || this.signal.aborted;
  }

  /** A caller waits for an answer of it. */
  get isInteractive(): boolean {
    return this.active.isInteractive;
  }

  /** A caller of this tenant waits for an answer of it. */
  isInteractiveFor(tenant: string): boolean {
    return this.active.isInteractiveFor(tenant);
  }

  /** Milliseconds for which its host has not sent a whole reply that is due. */
  get silentMs(): number {
    return this.active.silentMs;
  }

  has(pending: PendingQuestion): boolean {
    return this.active.has(pending);
  }

  /** The whole life of the session, from its first question on; the slot is held around it. Never rejects. */
  async run(first: PendingQuestion): Promise<void> {
    this.address = first.question.address;
    this.active.begin(first);
    const session = await this.open(first);
    if (!session) return;
    this.meter.known = session.knownLimits;
    session.mayPipeline = this.destination.budget.mayPipeline;
    this.destination.opened();
    await this.serve(session, first);
    if (session.isUsable && !this.signal.aborted) await session.quit();
    session.destroy();
    this.destination.closed();
  }

  /** A question for this session's address may be waiting. */
  wake(): void {
    this.wakeUp?.();
  }

  /** Takes no more questions and ends once those in flight are answered, to free its slot. */
  drain(): void {
    this.isDraining = true;
    this.meter.isOver = true;
    this.wake();
  }

  /** Ends at once because its host is silent: `single` questions time out, the others are requeued. */
  evict(): void {
    this.isDraining = true;
    for (const pending of this.active.all()) {
      if (pending.question.mode === 'single') this.destination.timedOut(pending, this.timeoutAnswer());
    }
    this.abort();
  }

  /** The answer for a host whose reply is due: the time-out of the stage it is at. */
  timeoutAnswer(): PoolAnswer {
    const { stage } = this.activity;
    const outcome = stage === 'connect' ? 'connect_timeout' : stage === 'banner' ? 'banner_timeout' : 'reply_timeout';
    return { classified: withoutReply(outcome), stage, layer: 'smtp' };
  }

  /** The deadline of this question has passed. */
  timeOut(pending: PendingQuestion): void {
    const { budget } = this.destination;
    const silentMs = Math.min(this.activity.silentMs, pending.underWayMs);
    const isSilent = silentMs >= Math.min(SILENCE_MS, pending.ageMs * LEAST_SHARE_OF_SILENCE);
    if (isSilent && this.session?.pipelines === true && !budget.isPipeliningProven) budget.mayPipeline = false;
    this.destination.timedOut(pending, isSilent ? this.timeoutAnswer() : TIMED_OUT_IN_QUEUE);
    this.dropIfAbandoned();
  }

  /** Closes the socket at once. */
  abort(): void {
    this.ending.abort();
    this.session?.destroy();
    this.wake();
  }

  /**
   * A caller aborted: ends the session if all its questions are abandoned. At once in `single` mode, where callers come and go;
   * a cancelled batch gives the host a moment to answer, so that the session ends with QUIT.
   */
  dropIfAbandoned(): void {
    const isNeeded = this.session === undefined && this.destination.hasWaiting(this.address);
    if (!this.active.isAbandoned || isNeeded) return;
    if (this.session === undefined || this.active.hasSingle) this.abort();
    else this.abortAfterGrace();
  }

  private abortAfterGrace(): void {
    if (this.isInGrace) return;
    this.isInGrace = true;
    if (!this.destination.hasWaiting(this.address)) this.meter.isOver = true;
    this.dependencies.clock.sleep(QUIT_GRACE_MS, this.signal).then(
      () => {
        this.isInGrace = false;
        if (this.active.isAbandoned) this.abort();
      },
      () => undefined,
    );
  }

  /** Undefined: no session came about, and the question was requeued or settled. */
  private async open(first: PendingQuestion): Promise<SmtpSession | undefined> {
    const { budget } = this.destination;
    try {
      const target = { ...first.question, isLockStep: budget.isLockStep };
      // Set before anybody can abort: from now on the socket is closed by `destroy`.
      return (this.session = await openSession(target, this.dependencies, this.signal, this.activity));
    } catch (error) {
      if (error instanceof OutOfSyncFailure && !budget.isLockStep) {
        budget.isLockStep = true;
        this.destination.requeue(first);
      } else this.destination.openFailed(first, smtpFailureOf(error));
      return undefined;
    }
  }

  private async serve(session: SmtpSession, first: PendingQuestion): Promise<void> {
    const { destination, meter, active, activity, signal } = this;
    const { clock } = this.dependencies;
    const runner = new QuestionRunner(session, { destination, meter, active, activity, clock, signal });
    for (let next: PendingQuestion | undefined = first; ; next = undefined) {
      next ??= runner.hasRoom && this.mayGoOn(session, runner) ? destination.take(this.address) : undefined;
      if (next) runner.launch(next);
      else if (runner.isBusy) await runner.oneEnded();
      else if (!(await this.keepAlive(session, runner))) break;
    }
    runner.finish();
  }

  /** Keeps the session idle until there is a question; false: it is time for QUIT. */
  private async keepAlive(session: SmtpSession, runner: QuestionRunner): Promise<boolean> {
    if (!this.mayGoOn(session, runner)) return false;
    // The caller's next question (the random address) is a turn of the event loop away.
    await new Promise((resolve) => setImmediate(resolve));
    if (!this.mayGoOn(session, runner)) return false;
    if (this.destination.hasWaiting(this.address)) return true;
    if (runner.provisionalCount > 0 || this.destination.isContended()) return false;
    const woken = new AbortController();
    this.wakeUp = () => {
      woken.abort(DONE);
    };
    await this.dependencies.clock.sleep(this.idleMs, woken.signal).catch(() => undefined);
    this.wakeUp = undefined;
    return this.mayGoOn(session, runner) && this.destination.hasWaiting(this.address);
  }

  private mayGoOn(session: SmtpSession, runner: QuestionRunner): boolean {
    return (
      session.isUsable &&
      !this.signal.aborted &&
      this.meter.mayAskMore(this.destination.waitingCount, runner.provisionalCount)
    );
  }
}
