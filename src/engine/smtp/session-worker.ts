import { openSession, type SessionDependencies } from './open-session';
import { OutOfStepFailure } from './out-of-step.failure';
import { Pulse } from './pulse';
import type { PendingQuestion, PoolAnswer } from './question';
import type { QuestionLine } from './question-line';
import { SessionConduct } from './session-conduct';
import { UnsafeCommandError } from './smtp-command';
import { SmtpFailure, withoutReply } from './smtp-failure';
import type { Answer, SmtpSession } from './smtp-session';
import { UnprovenFailure } from './unproven.failure';
import { DONE, within } from './within';

/** Sessions that may end under a question before it gets what the last one came to. */
const MAX_ATTEMPTS = 2;
/** The share of somebody's time in which commands that were sent together must be answered: so much is left to ask one by one. */
const SHARE_OF_A_TRIAL = 1 / 3;
/** A host that had less time to answer was not silent: the time was spent before. */
const SILENCE_MS = 2_000;
const LEAST_SHARE_OF_SILENCE = 1 / 4;

/** A reply that nobody waits for has this long to come, so that the session can end with QUIT. */
const FAREWELL_MS = 900;

/** One session with one host: opens it for the first question, asks what waits for the same address, lingers, says goodbye. */
export class SessionWorker {
  /** The address that the session is with; undefined before the first question was taken. */
  address: string | undefined;
  private session: SmtpSession | undefined;
  private readonly current = new Set<PendingQuestion>();
  private readonly inFlight = new Set<Promise<void>>();
  /** Refusals that are believed once somebody is accepted after them, and asked about again in another session if nobody is. */
  private doubted: { pending: PendingQuestion; answer: Answer }[] = [];
  private readonly conduct: SessionConduct;
  private readonly ending = new AbortController();
  private wakeUp: (() => void) | undefined;
  private rcptsCounted = 0;
  private lostAQuestion = false;
  /** Questions whose reply is not here yet. */
  private unanswered = 0;
  /** Answers that wait for those that were asked together with them. */
  private readonly held: ((isInStep: boolean) => void)[] = [];
  private isLeaving = false;
  private isYielding = false;
  private readonly pulse: Pulse;

  constructor(
    private readonly channel: QuestionLine<SessionWorker>,
    private readonly dependencies: SessionDependencies,
    private readonly idleMs: number,
  ) {
    this.conduct = new SessionConduct(channel.budget);
    this.pulse = new Pulse(dependencies.clock);
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** Lingering without a question. */
  get isIdle(): boolean {
    return this.wakeUp !== undefined;
  }

  /** The session is open and nothing is being asked in it. */
  get isFree(): boolean {
    return this.session !== undefined && this.current.size === 0 && !this.conduct.isOver;
  }

  /** It was told to end: its slot is for somebody else. */
  get isEnding(): boolean {
    return this.isYielding || this.signal.aborted;
  }

  /** Somebody waits for an answer of it. */
  get servesSomebody(): boolean {
    return [...this.current].some(({ question, isSettled }) => question.mode === 'single' && !isSettled);
  }

  /** This asker waits for an answer of it. */
  serves(asker: string): boolean {
    return [...this.current].some(
      ({ question, isSettled }) => question.mode === 'single' && question.asker === asker && !isSettled,
    );
  }

  /** Milliseconds for which its host has owed a whole reply. */
  get silentMs(): number {
    return this.current.size === 0 ? 0 : this.pulse.silentMs;
  }

  asks(pending: PendingQuestion): boolean {
    return this.current.has(pending);
  }

  /** The whole life of the session; the slot is held around it. Never rejects. */
  async run(): Promise<void> {
    const first = this.isEnding ? undefined : this.channel.take(undefined);
    if (!first) return;
    this.address = first.question.address;
    this.begin(first);
    try {
      const target = { ...first.question, isCareful: this.channel.budget.isCareful };
      this.session = await openSession(target, this.dependencies, this.signal, this.pulse);
    } catch (error) {
      if (error instanceof OutOfStepFailure && !this.channel.budget.isCareful) {
        this.channel.budget.isCareful = true;
        this.channel.putBack(first);
        return;
      }
      this.channel.couldNotOpen(this, first, failureOf(error));
      return;
    }
    this.conduct.known = this.session.knownLimits;
    this.session.mayPipeline = this.channel.budget.mayPipeline;
    this.channel.opened();
    await this.serve(this.session, first);
    this.conduct.end(this.doubted.length);
    this.askElsewhere();
    if (this.session.isUsable && !this.signal.aborted) await this.session.quit();
    this.session.destroy();
    this.channel.closed();
  }

  /** A question for this session's address may be waiting. */
  wake(): void {
    this.wakeUp?.();
  }

  /** Ends once what is under way is answered, so that another may have its slot. */
  yield(): void {
    this.isYielding = true;
    this.conduct.isOver = true;
    this.wake();
  }

  /** Ends at once because its host is silent. Whoever waits for an answer is told; the others are asked again. */
  leave(): void {
    this.isYielding = true;
    for (const pending of [...this.current]) {
      if (pending.question.mode === 'single') this.channel.ranOut(pending, this.silence());
    }
    this.abort();
  }

  /** What a host that says nothing comes to. */
  silence(): PoolAnswer {
    const { stage } = this.pulse;
    const outcome = stage === 'connect' ? 'connect_timeout' : stage === 'banner' ? 'banner_timeout' : 'reply_timeout';
    return { classified: withoutReply(outcome), stage, layer: 'smtp' };
  }

  /** The asker's time for this question is over. */
  runOut(pending: PendingQuestion): void {
    const { budget } = this.channel;
    const silentMs = Math.min(this.pulse.silentMs, pending.underWayMs);
    const isSilent = silentMs >= Math.min(SILENCE_MS, pending.ageMs * LEAST_SHARE_OF_SILENCE);
    if (isSilent && this.session?.pipelines === true && !budget.keepsPipelining) budget.mayPipeline = false;
    this.channel.ranOut(pending, isSilent ? this.silence() : OUT_OF_TIME);
    this.dropIfAbandoned();
  }

  /** Closes the socket at once. */
  abort(): void {
    this.ending.abort();
    this.session?.destroy();
    this.wake();
  }

  /**
   * An asker has left: what is being done for nobody any more is dropped. At once where somebody waited, since such askers
   * come and go; a batch that is cancelled takes its leave of a host that answers soon.
   */
  dropIfAbandoned(): void {
    const isWanted = this.session === undefined && this.channel.hasWaiting(this.address);
    if (!this.isForNobody || isWanted) return;
    if (this.session === undefined || [...this.current].some(({ question }) => question.mode === 'single'))
      this.abort();
    else this.leaveSoon();
  }

  private get isForNobody(): boolean {
    return this.current.size > 0 && [...this.current].every(({ isSettled }) => isSettled);
  }

  private leaveSoon(): void {
    if (this.isLeaving) return;
    this.isLeaving = true;
    if (!this.channel.hasWaiting(this.address)) this.conduct.isOver = true;
    this.dependencies.clock.sleep(FAREWELL_MS, this.signal).then(
      () => {
        this.isLeaving = false;
        if (this.isForNobody) this.abort();
      },
      () => undefined,
    );
  }

  private async serve(session: SmtpSession, first: PendingQuestion): Promise<void> {
    for (let next: PendingQuestion | undefined = first; ; next = undefined) {
      next ??= this.held.length === 0 && this.inFlight.size < this.depth(session) ? this.takeNow(session) : undefined;
      if (next) this.launch(session, next);
      else if (this.inFlight.size > 0) await Promise.race(this.inFlight);
      else if (!(await this.linger(session))) return;
    }
  }

  /** Questions that may be under way together: more than one only with a host that pipelines. */
  private depth(session: SmtpSession): number {
    return session.mayOverlap ? this.conduct.depth : 1;
  }

  private takeNow(session: SmtpSession): PendingQuestion | undefined {
    return this.mayGoOn(session) ? this.channel.take(this.address) : undefined;
  }

  /** Waits for a question; false: it is time to say goodbye. */
  private async linger(session: SmtpSession): Promise<boolean> {
    if (!this.mayGoOn(session)) return false;
    // The asker's next question (the random address) is a turn of the event loop away.
    await new Promise((resolve) => setImmediate(resolve));
    if (!this.mayGoOn(session)) return false;
    if (this.channel.hasWaiting(this.address)) return true;
    if (this.doubted.length > 0 || this.channel.slotsAreWanted()) return false;
    const woken = new AbortController();
    this.wakeUp = () => {
      woken.abort(DONE);
    };
    await this.dependencies.clock.sleep(this.idleMs, woken.signal).catch(() => undefined);
    this.wakeUp = undefined;
    return this.mayGoOn(session) && this.channel.hasWaiting(this.address);
  }

  private mayGoOn(session: SmtpSession): boolean {
    return (
      session.isUsable &&
      !this.signal.aborted &&
      this.conduct.mayAskMore(this.channel.waitingCount, this.doubted.length)
    );
  }

  private launch(session: SmtpSession, pending: PendingQuestion): void {
    if (pending.isSettled) {
      this.current.delete(pending);
      return;
    }
    this.begin(pending);
    this.conduct.asked();
    this.unanswered += 1;
    const asking = this.ask(session, pending).finally(() => this.inFlight.delete(asking));
    this.inFlight.add(asking);
  }

  private begin(pending: PendingQuestion): void {
    if (this.current.size === 0) this.pulse.heard();
    this.current.add(pending);
    pending.begin(this.pulse);
  }

  /** Asks in time to ask again where the host offers PIPELINING, has not been seen to keep it, and somebody waits. */
  private answerOf(session: SmtpSession, { question, leftMs }: PendingQuestion): Promise<Answer> {
    const answer = session.ask(question.recipient);
    if (leftMs === Infinity || !session.pipelines || this.channel.budget.keepsPipelining) return answer;
    return within(this.dependencies.clock, leftMs * SHARE_OF_A_TRIAL, answer, () => {
      session.destroy();
      return new SmtpFailure(withoutReply('reply_timeout'), this.pulse.stage);
    });
  }

  private async ask(session: SmtpSession, pending: PendingQuestion): Promise<void> {
    const { clock } = this.dependencies;
    const askedAt = clock.now();
    let result: Answer | SmtpFailure;
    try {
      result = await this.answerOf(session, pending);
      if (session.pipelines) this.channel.budget.keepsPipelining = true;
    } catch (error) {
      result = failureOf(error);
    }
    this.channel.counted(session.rcpts - this.rcptsCounted);
    this.rcptsCounted = session.rcpts;
    this.unanswered -= 1;
    if (!(await this.isInStep(session))) result = result instanceof SmtpFailure ? result : new OutOfStepFailure('rcpt');
    // Before it is settled: what the asker asks next must find this session free.
    this.current.delete(pending);
    if (result instanceof SmtpFailure) this.failed(pending, result);
    else if (this.conduct.answeredWith(result, askedAt, clock.now())) this.again(pending, result);
    else if (this.conduct.doubts(result)) this.doubt(pending, result);
    else {
      if (result.classified.code !== null && result.classified.code < 400) this.believe();
      this.channel.settle(pending, { ...result, layer: 'smtp' });
    }
  }

  /**
   * Answers to the first commands that are sent together to a host are believed once all are there, and no reply more: a host
   * that answers one of them twice gives each question the answer of another.
   */
  private async isInStep(session: SmtpSession): Promise<boolean> {
    const { budget } = this.channel;
    if ((budget.isInStep && this.held.length === 0) || !session.pipelines) return true;
    if (this.unanswered > 0) return new Promise((resolve) => this.held.push(resolve));
    const { isInStep } = session;
    if (isInStep) budget.isInStep = true;
    for (const tell of this.held.splice(0)) tell(isInStep);
    return isInStep;
  }

  private doubt(pending: PendingQuestion, answer: Answer): void {
    this.doubted.push({ pending, answer });
    // Somebody waits for this one.
    if (pending.question.mode === 'single') this.conduct.isOver = true;
  }

  private believe(): void {
    for (const { pending, answer } of this.doubted) this.channel.settle(pending, { ...answer, layer: 'smtp' });
    this.doubted = [];
  }

  private askElsewhere(): void {
    for (const { pending } of this.doubted.reverse()) this.channel.putBack(pending);
    this.doubted = [];
  }

  private failed(pending: PendingQuestion, failure: SmtpFailure): void {
    if (this.signal.aborted) {
      // Our own doing: the asker left, and the socket was closed.
      this.channel.putBack(pending);
    } else if (failure instanceof OutOfStepFailure) {
      this.channel.budget.isCareful = true;
      this.again(pending, failure);
    } else if (failure.classified.outcome === 'dropped') {
      this.conduct.dropped();
      this.again(pending, failure);
    } else if (failure.classified.outcome === 'reply_timeout' && this.session?.pipelines === true) {
      if (!this.channel.budget.keepsPipelining) this.channel.budget.mayPipeline = false;
      this.again(pending, failure);
    } else {
      this.conduct.isOver ||= !(failure.cause instanceof UnsafeCommandError);
      this.lostAQuestion ||= this.conduct.isOver;
      this.channel.settle(pending, failure);
    }
  }

  /** To be asked in another session. Those that were under way behind the first that was lost have lost nothing. */
  private again(pending: PendingQuestion, answer: Answer): void {
    this.conduct.isOver = true;
    pending.attempts += this.lostAQuestion ? 0 : 1;
    this.lostAQuestion = true;
    if (pending.attempts < MAX_ATTEMPTS) {
      this.channel.putBack(pending);
      return;
    }
    // Twice accepted, and twice dropped after it, is accepted.
    const { classified, stage } = answer instanceof UnprovenFailure ? answer.answer : answer;
    this.channel.settle(pending, { classified, stage, layer: 'smtp' });
  }
}

/** The time was spent in our own line: nobody was silent. */
export const OUT_OF_TIME: PoolAnswer = {
  classified: withoutReply('aborted'),
  stage: 'connect',
  layer: 'smtp',
  wasNotAsked: true,
};

function failureOf(error: unknown): SmtpFailure {
  if (error instanceof SmtpFailure) return error;
  const text = error instanceof UnsafeCommandError ? error.message : 'The conversation failed for a reason of ours.';
  return new SmtpFailure(withoutReply('protocol_error', text), 'connect', 'smtp', { cause: error });
}
