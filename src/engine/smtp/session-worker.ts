import type { HostChannel } from './host-channel';
import { openSession, type SessionDependencies } from './open-session';
import type { PendingQuestion } from './question';
import { UnsafeCommandError } from './smtp-command';
import { SmtpFailure, withoutReply } from './smtp-failure';
import type { Answer, SmtpSession } from './smtp-session';
import type { SessionUsage } from './session-budget';

/** Sessions that may end under a question before it gets what the last one came to. */
const MAX_ATTEMPTS = 2;
/** An answer that took so much longer than the quickest of the session: the host is slowing us down. */
const SLOW_DOWN_FACTOR = 4;
const SLOW_DOWN_MS = 500;

/** One session with one host: opens it for the first question, asks what waits for the same address, lingers, says goodbye. */
export class SessionWorker {
  /** The address that the session is with; undefined before the first question was taken. */
  address: string | undefined;
  private current: PendingQuestion | undefined;
  private session: SmtpSession | undefined;
  private wakeUp: (() => void) | undefined;
  private readonly usage: SessionUsage = { rcpts: 0, refusedInARow: 0 };
  private quickestMs = Infinity;
  /** No further question; a quiet goodbye follows. */
  private isOver = false;
  private readonly ending = new AbortController();

  constructor(
    private readonly channel: HostChannel,
    private readonly dependencies: SessionDependencies,
    private readonly idleMs: number,
  ) {}

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  get isIdle(): boolean {
    return this.wakeUp !== undefined;
  }

  /** The session is open and nothing is being asked in it. */
  get isFree(): boolean {
    return this.session !== undefined && this.current === undefined && !this.isOver;
  }

  /** The whole life of the session; the slot is held around it. Never rejects. */
  async run(): Promise<void> {
    const first = this.channel.take(undefined);
    if (!first) return;
    this.address = first.question.address;
    this.current = first;
    try {
      this.session = await openSession(first.question, this.dependencies, this.signal);
    } catch (error) {
      this.channel.couldNotOpen(this, first, failureOf(error));
      return;
    }
    this.channel.opened();
    try {
      await this.serve(this.session, first);
    } finally {
      if (this.session.isUsable && !this.signal.aborted) await this.session.quit();
      this.session.destroy();
      this.channel.closed();
    }
  }

  /** A question for this session's address may be waiting. */
  wake(): void {
    this.wakeUp?.();
  }

  /** Ends an idle session, so that another may have its slot. */
  endIdle(): void {
    if (!this.isIdle) return;
    this.isOver = true;
    this.wake();
  }

  /** Closes the socket at once. */
  abort(): void {
    this.ending.abort();
    this.session?.destroy();
    this.wake();
  }

  /** An asker has left: what is being done for nobody any more is dropped at once. */
  dropIfAbandoned(): void {
    const isForNobody = this.session !== undefined || !this.channel.hasWaiting(this.address);
    if (this.current?.isSettled === true && isForNobody) this.abort();
  }

  private async serve(session: SmtpSession, first: PendingQuestion): Promise<void> {
    for (let pending: PendingQuestion | undefined = first; pending; pending = await this.next(session)) {
      this.current = pending;
      if (!pending.isSettled) await this.ask(session, pending);
      else this.current = undefined;
    }
  }

  private async next(session: SmtpSession): Promise<PendingQuestion | undefined> {
    if (!this.mayGoOn(session)) return undefined;
    if (this.channel.budget.isSpent(this.usage)) {
      this.channel.budget.wentWell();
      return undefined;
    }
    return this.channel.take(this.address) ?? (await this.linger(session));
  }

  private async linger(session: SmtpSession): Promise<PendingQuestion | undefined> {
    // The asker's next question (the random address) is a turn of the event loop away.
    await new Promise((resolve) => setImmediate(resolve));
    if (!this.mayGoOn(session)) return undefined;
    const atOnce = this.channel.take(this.address);
    if (atOnce || this.channel.slotsAreWanted()) return atOnce;
    const woken = new AbortController();
    this.wakeUp = () => {
      woken.abort();
    };
    await this.dependencies.clock.sleep(this.idleMs, woken.signal).catch(() => undefined);
    this.wakeUp = undefined;
    return this.mayGoOn(session) ? this.channel.take(this.address) : undefined;
  }

  private mayGoOn(session: SmtpSession): boolean {
    return session.isUsable && !this.signal.aborted && !this.isOver;
  }

  private async ask(session: SmtpSession, pending: PendingQuestion): Promise<void> {
    const rcptsBefore = session.rcpts;
    const startedAt = this.dependencies.clock.now();
    let answer: Answer;
    try {
      answer = await session.ask(pending.question.recipient);
    } catch (error) {
      this.failed(pending, failureOf(error));
      return;
    } finally {
      this.usage.rcpts += session.rcpts - rcptsBefore;
      this.channel.counted(session.rcpts - rcptsBefore);
      // Before it is settled: what the asker asks next must find this session free.
      this.current = undefined;
    }
    this.judge(answer, this.dependencies.clock.now() - startedAt);
    if (!this.asksForAnotherSession(answer)) this.channel.settle(pending, { ...answer, layer: 'smtp' });
    else this.again(pending, answer);
  }

  private judge({ classified }: Answer, tookMs: number): void {
    const refused = classified.code !== null && classified.code >= 500;
    this.usage.refusedInARow = refused ? this.usage.refusedInARow + 1 : 0;
    const complains = classified.code === 421 || classified.outcome === 'throttled';
    const slows = tookMs > this.quickestMs * SLOW_DOWN_FACTOR + SLOW_DOWN_MS;
    this.quickestMs = Math.min(this.quickestMs, tookMs);
    if (this.usage.rcpts > 1 && (complains || slows)) this.trouble(complains ? 'complaint' : 'slow');
  }

  /** The answer is about this session and not about the recipient: a new one may get another. */
  private asksForAnotherSession({ classified: { outcome, code, reason } }: Answer): boolean {
    if (outcome === 'separate_transaction') return true;
    const hasAskedBefore = this.usage.rcpts > 1;
    return hasAskedBefore && (code === 421 || (outcome === 'throttled' && reason !== 'reputation'));
  }

  private failed(pending: PendingQuestion, failure: SmtpFailure): void {
    // Our own doing: the asker left, and the socket was closed.
    if (this.signal.aborted) this.channel.putBack(pending);
    else if (failure.classified.outcome === 'dropped') {
      if (this.usage.rcpts > 1) this.trouble('complaint');
      this.again(pending, failure);
    } else {
      this.channel.settle(pending, failure);
    }
  }

  private again(pending: PendingQuestion, answer: Answer): void {
    this.isOver = true;
    pending.attempts += 1;
    if (pending.attempts < MAX_ATTEMPTS) this.channel.putBack(pending);
    else this.channel.settle(pending, { classified: answer.classified, stage: answer.stage, layer: 'smtp' });
  }

  private trouble(kind: 'complaint' | 'slow'): void {
    this.isOver = true;
    this.channel.budget.trouble(this.usage, kind);
  }
}

function failureOf(error: unknown): SmtpFailure {
  if (error instanceof SmtpFailure) return error;
  const text = error instanceof UnsafeCommandError ? error.message : 'The conversation failed for a reason of ours.';
  return new SmtpFailure(withoutReply('protocol_error', text), 'connect');
}
