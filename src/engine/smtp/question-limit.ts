import type { Clock } from '../ports';
import type { Pulse } from './pulse';
import { DONE } from './within';

/** The time of somebody who waits. */
export interface TimeLeft {
  /** Milliseconds since the epoch: an answer after it is of no use. */
  until: number;
  /** Other addresses and hosts that may still have to be asked in this time. */
  others: number;
}

/** What a connection takes where packets get lost twice, and what hosts that greet late on purpose (6 s) take. */
const TIME_TO_CONNECT_MS = 3_000;
const TIME_TO_ANSWER_MS = 8_000;

/**
 * Ends one question when its part of the time is over: an equal share with the others that may have to be asked, more where a
 * host needs it and the others are left with half. The time in our own line is not the host's.
 */
export class QuestionLimit {
  private pulse: Pulse | undefined;
  private from: number;
  private sleeping = new AbortController();
  private isDone = false;
  private readonly createdAt: number;

  constructor(
    private readonly time: TimeLeft,
    private readonly clock: Clock,
    private readonly onTimeUp: () => void,
  ) {
    this.from = this.createdAt = clock.now();
    this.arm();
  }

  /** Milliseconds since it was asked for. */
  get ageMs(): number {
    return this.clock.now() - this.createdAt;
  }

  /** A session has taken the question. */
  begin(pulse: Pulse): void {
    this.pulse = pulse;
    this.from = this.clock.now();
    this.arm();
  }

  /** It waits in line again. */
  interrupt(): void {
    this.pulse = undefined;
    this.from = this.clock.now();
    this.arm();
  }

  done(): void {
    this.isDone = true;
    this.sleeping.abort(DONE);
  }

  /** Milliseconds that the question has been with a session. */
  get underWayMs(): number {
    return this.pulse ? this.clock.now() - this.from : 0;
  }

  /** Milliseconds left of its part. */
  get leftMs(): number {
    return this.from + this.share() - this.clock.now();
  }

  private share(): number {
    const { until, others } = this.time;
    const rest = Math.max(0, until - this.from);
    const half = rest / 2;
    if (others === 0) return rest;
    if (!this.pulse) return half;
    const needed = this.pulse.stage === 'connect' ? TIME_TO_CONNECT_MS : TIME_TO_ANSWER_MS;
    return Math.max(rest / (others + 1), Math.min(needed, half));
  }

  private arm(): void {
    this.sleeping.abort(DONE);
    if (this.isDone) return;
    this.sleeping = new AbortController();
    this.clock.sleep(Math.max(0, this.leftMs), this.sleeping.signal).then(
      () => {
        // Once connected there is more time.
        if (this.leftMs > 1) this.arm();
        else this.onTimeUp();
      },
      () => undefined,
    );
  }
}
