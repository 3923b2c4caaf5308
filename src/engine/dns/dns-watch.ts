import type { Clock } from '../ports';

/** An answer to any question that is no older proves that the resolver answers. */
const PROOF_MS = 1000;
/** Milliseconds between looks while the resolver gives no answers. */
const LOOK_EVERY_MS = 2000;

export interface DnsWatchParts {
  /** Asks for large providers' names and for one that was answered before: whether any of them got an answer. */
  look: (signal: AbortSignal) => Promise<boolean>;
  /** When a question last got an answer, `not found` included, by the clock below; -Infinity: never. */
  lastAnswerAt: () => number;
  /** The resolver answers again: failures that were kept say nothing any more. */
  forgetFailures: () => void;
  clock: Clock;
}

/**
 * Knows whether our own resolver gives answers. A question that failed while no other was answered makes it look: when
 * questions about several large providers get no answer either, the fault is on our side. Then it looks every two
 * seconds, until that or any other question is answered.
 */
export class DnsWatch {
  private downSince: number | null = null;
  private upSince = -Infinity;
  private looking: Promise<void> | null = null;
  private readonly stopped = new AbortController();
  private readonly listeners: ((isDown: boolean) => void)[] = [];

  constructor(private readonly parts: DnsWatchParts) {}

  get isDown(): boolean {
    return this.downSince !== null;
  }

  /** Called whenever it is found that DNS gives no answers, or gives them again. */
  onChange(listener: (isDown: boolean) => void): void {
    this.listeners.push(listener);
  }

  /** A question that was asked at that instant got no answer: whether that is our resolver's doing. Takes as long as a look. */
  async isToBlame(askedAt: number): Promise<boolean> {
    const { clock, lastAnswerAt } = this.parts;
    if (this.isDown || this.upSince >= askedAt) return true;
    if (clock.now() - lastAnswerAt() < PROOF_MS || this.stopped.signal.aborted) return false;
    this.looking ??= this.look().finally(() => {
      this.looking = null;
    });
    await this.looking;
    return this.isDown;
  }

  stop(): void {
    this.stopped.abort(new Error('Nobody needs to know any more.'));
  }

  private async look(): Promise<void> {
    const startedAt = this.parts.clock.now();
    if (await this.answersSince(startedAt)) return;
    this.downSince = startedAt;
    this.tell();
    void this.watch(startedAt);
  }

  private async watch(since: number): Promise<void> {
    const { clock, forgetFailures } = this.parts;
    const { signal } = this.stopped;
    try {
      do await clock.sleep(LOOK_EVERY_MS, signal);
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
    const { look, lastAnswerAt } = this.parts;
    return lastAnswerAt() >= instant || (await look(this.stopped.signal)) || lastAnswerAt() >= instant;
  }

  private tell(): void {
    for (const listener of this.listeners) listener(this.isDown);
  }
}
