import type { Clock } from '../../ports';
import { OutOfSyncFailure } from '../session/out-of-sync.failure';
import type { ExplainedAnswer } from '../control/control-questions';
import type { PeerActivity } from '../session/peer-activity';
import type { SessionMeter } from '../session/session-meter';
import { smtpFailureOf, SmtpFailure, withoutReply } from '../session/smtp-failure';
import type { Answer } from '../session/mail-transactions';
import type { SmtpSession } from '../session/smtp-session';
import { UnconfirmedFailure } from '../session/unconfirmed.failure';
import { UnsafeCommandError } from '../wire/smtp-command';
import { withTimeout } from '../wire/with-timeout';
import type { ActiveQuestions } from './active-questions';
import { ProvisionalRefusals } from './provisional-refusals';
import type { PendingQuestion } from './question';
import type { QuestionSource } from './question-source';
import { SyncBarrier } from './sync-barrier';

/** Sessions that may end under a question before it gets what the last one came to. */
const MAX_ATTEMPTS = 2;
/** The share of the question's time in which a first pipelined group must be answered: the rest is left to ask in lock step. */
const PIPELINING_TRIAL_SHARE = 1 / 3;

/** What the questions of one session share with it. */
export interface RunnerDependencies {
  destination: QuestionSource;
  meter: SessionMeter;
  active: ActiveQuestions;
  activity: PeerActivity;
  clock: Clock;
  /** Aborted when the session was closed from this side. */
  signal: AbortSignal;
}

/** Asks questions in one open session. Each is settled, requeued, or kept as a provisional refusal. */
export class QuestionRunner {
  private readonly inFlight = new Set<Promise<void>>();
  private readonly barrier: SyncBarrier;
  private readonly provisional: ProvisionalRefusals;
  private rcptsCounted = 0;
  private hasLostQuestion = false;
  /** The session ended over a control question. */
  private hasLostControl = false;

  constructor(
    private readonly session: SmtpSession,
    private readonly worker: RunnerDependencies,
  ) {
    this.barrier = new SyncBarrier();
    this.provisional = new ProvisionalRefusals(worker.destination);
  }

  /** Refusals that wait for an acceptance. */
  get provisionalCount(): number {
    return this.provisional.count;
  }

  /** Another question may be sent now: more than one is in flight only with a host that pipelines. */
  get hasRoom(): boolean {
    const depth = this.session.mayPipelineNext ? this.worker.meter.depth : 1;
    return !this.barrier.isFull && this.inFlight.size - this.barrier.holding < depth;
  }

  get isBusy(): boolean {
    return this.inFlight.size > 0;
  }

  /** Resolves once one of the questions in flight has ended. */
  oneEnded(): Promise<void> {
    return Promise.race(this.inFlight);
  }

  launch(pending: PendingQuestion): void {
    const { active, meter } = this.worker;
    if (pending.isSettled) {
      active.end(pending);
      return;
    }
    active.begin(pending);
    meter.asked();
    this.barrier.asked();
    const asking = this.ask(pending).finally(() => this.inFlight.delete(asking));
    this.inFlight.add(asking);
  }

  /** No question is in flight any more, and the session takes no further one. */
  finish(): void {
    this.worker.meter.end(this.provisional.count);
    this.provisional.requeue();
  }

  private async ask(pending: PendingQuestion): Promise<void> {
    const { session, barrier } = this;
    const { clock, destination, active, meter } = this.worker;
    const askedAt = clock.now();
    let result: ExplainedAnswer | SmtpFailure;
    try {
      result = await this.answerOf(pending);
      if (session.pipelines) destination.budget.isPipeliningProven = true;
    } catch (error) {
      result = smtpFailureOf(error);
    }
    this.countRcpts();
    if (!(await barrier.answered(session, result instanceof SmtpFailure ? undefined : result))) {
      result = result instanceof SmtpFailure ? result : new OutOfSyncFailure('rcpt');
    }
    const mustRetry = !(result instanceof SmtpFailure) && meter.answeredWith(result, askedAt, clock.now());
    if (!(result instanceof SmtpFailure) && !mustRetry && result.classified.isUnread === true) {
      result = await this.explain(pending, result);
    }
    // Before it is settled: what the caller asks next must find this session free.
    active.end(pending);
    // Its time was over meanwhile, and what was in hand was given.
    if (pending.inHand && pending.isSettled) return;
    if (result instanceof SmtpFailure) this.failed(pending, result);
    else if (result.isControlPending && this.hasLostControl && !pending.hasLostControl) this.explainElsewhere(pending);
    else if (mustRetry) this.retry(pending, result);
    else if (result.by === undefined && meter.isProvisional(result)) this.keepProvisional(pending, result);
    else {
      if (result.classified.code !== null && result.classified.code < 400) this.provisional.confirm();
      destination.settle(pending, { ...result, layer: 'smtp' });
    }
  }

  /** What the host says to others, in this session, makes of a refusal whose words nobody has read. */
  private async explain(pending: PendingQuestion, answer: Answer): Promise<ExplainedAnswer> {
    const { controls, key, budget } = this.worker.destination;
    const { recipient, tenant, isFollowUp, accepted } = pending.question;
    // An address that no reply can be asked about safely, or a host that is asked one question a session.
    if (!controls || recipient.needsSmtputf8 || budget.isLockStep) return answer;
    if (isFollowUp && accepted === undefined) return answer;
    pending.inHand = { ...answer, layer: 'smtp' };
    const client = { tenant, host: key };
    const ask = (address: string): Promise<Answer | null> => this.askControl(address);
    return accepted === undefined
      ? controls.explain(answer, recipient.address, client, ask)
      : controls.explainRandom(answer, recipient.address, client, accepted, ask);
  }

  /** The whole question again in another session, once: a host that hangs up after each refusal would do so again. */
  private explainElsewhere(pending: PendingQuestion): void {
    pending.hasLostControl = true;
    pending.inHand = undefined;
    this.worker.destination.requeue(pending);
  }

  /** Null: the session gives no answer any more. */
  private async askControl(address: string): Promise<Answer | null> {
    const { session, barrier } = this;
    const { clock, destination, meter } = this.worker;
    if (!session.isUsable || this.worker.signal.aborted) {
      this.hasLostControl ||= !this.worker.signal.aborted;
      return null;
    }
    meter.asked();
    barrier.asked();
    const askedAt = clock.now();
    let answer: Answer | null = null;
    try {
      answer = await session.ask({ address, needsSmtputf8: false });
    } catch (error) {
      this.hasLostQuestion = this.hasLostControl = true;
      if (error instanceof OutOfSyncFailure) destination.budget.isLockStep = true;
      if (smtpFailureOf(error).classified.outcome === 'dropped') meter.dropped();
      else meter.isOver = true;
    }
    this.countRcpts();
    if (!(await barrier.answered(session, answer ?? undefined)) || answer === null) return null;
    // A complaint about this session is no answer.
    if (meter.answeredWith(answer, askedAt, clock.now())) {
      meter.isOver = this.hasLostControl = true;
      return null;
    }
    if (answer.classified.code !== null && answer.classified.code < 400) this.provisional.confirm();
    return answer;
  }

  private countRcpts(): void {
    this.worker.destination.countRcpts(this.session.rcpts - this.rcptsCounted);
    this.rcptsCounted = this.session.rcpts;
  }

  /** In `single` mode a host that offers PIPELINING, and has not proven it yet, must answer in time to ask once more without. */
  private answerOf({ question, leftMs }: PendingQuestion): Promise<Answer> {
    const { session } = this;
    const { destination, clock, activity } = this.worker;
    const answer = session.ask(question.recipient);
    if (leftMs === Infinity || !session.pipelines || destination.budget.isPipeliningProven) return answer;
    return withTimeout(clock, leftMs * PIPELINING_TRIAL_SHARE, answer, () => {
      session.destroy();
      return new SmtpFailure(withoutReply('reply_timeout'), activity.stage);
    });
  }

  private keepProvisional(pending: PendingQuestion, answer: Answer): void {
    this.provisional.add(pending, answer);
    // A caller waits for this one.
    if (pending.question.mode === 'single') this.worker.meter.isOver = true;
  }

  private failed(pending: PendingQuestion, failure: SmtpFailure): void {
    const { destination, meter, signal } = this.worker;
    if (signal.aborted) {
      // The socket was closed from this side.
      destination.requeue(pending);
    } else if (failure instanceof OutOfSyncFailure) {
      destination.budget.isLockStep = true;
      this.retry(pending, failure);
    } else if (failure.classified.outcome === 'dropped') {
      meter.dropped();
      this.retry(pending, failure);
    } else if (failure.classified.outcome === 'reply_timeout' && this.session.pipelines) {
      if (!destination.budget.isPipeliningProven) destination.budget.mayPipeline = false;
      this.retry(pending, failure);
    } else {
      meter.isOver ||= !(failure.cause instanceof UnsafeCommandError);
      this.hasLostQuestion ||= meter.isOver;
      destination.settle(pending, failure);
    }
  }

  /** To be asked in another session. Only the first question that the session lost uses up an attempt. */
  private retry(pending: PendingQuestion, answer: Answer): void {
    const { destination, meter } = this.worker;
    meter.isOver = true;
    pending.attempts += this.hasLostQuestion ? 0 : 1;
    this.hasLostQuestion = true;
    if (pending.attempts < MAX_ATTEMPTS) {
      destination.requeue(pending);
      return;
    }
    // Twice accepted, and twice dropped after it, is accepted.
    const { classified, stage } = answer instanceof UnconfirmedFailure ? answer.answer : answer;
    destination.settle(pending, { classified, stage, layer: 'smtp' });
  }
}
