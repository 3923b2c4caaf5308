import type { Clock } from '../ports';

/** Where nobody is charged for an error, an answer to any question that is no older proves that the resolver answers. */
const PROOF_MS = 1000;
/** Milliseconds between checks while the resolver gives no answers. */
const CHECK_INTERVAL_MS = 2000;

export interface DnsMonitorDependencies {
  /** Asks for large providers' names and for one that was answered before: whether any of them got an answer. */
  check: (signal: AbortSignal) => Promise<boolean>;
  /** When a question last got an answer, `not found` included, by the clock below; -Infinity: never. */
  lastAnswerAt: () => number;
  /** The resolver answers again: failures that were kept say nothing any more. */
  forgetFailures: () => void;
  clock: Clock;
}

/**
 * Knows whether the resolver gives answers. A question that failed while no other was answered starts a check: when questions
 * about several large providers get no answer either, the fault is local. Then it checks every two
 * seconds, until that or any other question is answered.
 */
export class DnsMonitor {
  private downSince: number | null = null;
  private upSince = -Infinity;
  /** When a check last got an answer. */
  private checkedAt = -Infinity;
  private checking: Promise<void> | null = null;
  private readonly stopped = new AbortController();
  private readonly listeners: ((isDown: boolean) => void)[] = [];

  constructor(private readonly dependencies: DnsMonitorDependencies) {}

  get isDown(): boolean {
    return this.downSince !== null;
  }

  /** Called whenever it is found that DNS gives no answers, or gives them again. */
  onChange(listener: (isDown: boolean) => void): void {
    this.listeners.push(listener);
  }

  /**
   * A question that was asked at that instant got no answer: whether the resolver is down. Takes as long as a check, or two. A
   * `single` check may be charged: there only an answer that is younger than the failure proves that the resolver works.
   */
  async isResolverDown(askedAt: number, mode: 'single' | 'batch'): Promise<boolean> {
    const { clock, lastAnswerAt } = this.dependencies;
    const failedAt = clock.now();
    if (mode === 'batch' && failedAt - lastAnswerAt() < PROOF_MS) return this.isDown || this.upSince >= askedAt;
    // A check that had begun before may have found an answer from before, too.
    for (let proof = -Infinity; proof < failedAt; proof = Math.max(lastAnswerAt(), this.checkedAt)) {
      if (this.isDown || this.upSince >= askedAt) return true;
      if (this.stopped.signal.aborted) return false;
      this.checking ??= this.check().finally(() => {
        this.checking = null;
      });
      await this.checking;
    }
    return this.isDown;
  }

  stop(): void {
    this.stopped.abort(new Error('Nobody needs to know any more.'));
  }

  private async check(): Promise<void> {
    const startedAt = this.dependencies.clock.now();
    if (await this.answersSince(startedAt)) return;
    this.downSince = startedAt;
    this.tell();
    void this.watch(startedAt);
  }

  private async watch(since: number): Promise<void> {
    const { clock, forgetFailures } = this.dependencies;
    const { signal } = this.stopped;
    try {
      do await clock.sleep(CHECK_INTERVAL_MS, signal);
      while (!(await this.answersSince(since)));
    } catch {
      return; // Stopped.
    }
    forgetFailures();
    this.downSince = null;
    this.upSince = clock.now();
    this.tell();
  }

  private async answersSince(instant: number): Promise<boolean> {
    const { check, lastAnswerAt, clock } = this.dependencies;
    if (lastAnswerAt() > instant) return true;
    if (!(await check(this.stopped.signal))) return lastAnswerAt() > instant;
    this.checkedAt = clock.now();
    return true;
  }

  private tell(): void {
    for (const listener of this.listeners) listener(this.isDown);
  }
}
