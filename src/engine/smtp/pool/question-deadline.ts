import type { Clock } from '../../ports';
import type { PeerActivity } from '../session/peer-activity';
import { DONE } from '../wire/with-timeout';

/** The time that a waiting caller has left, and between how many it is divided. */
export interface TimeBudget {
  /** Milliseconds since the epoch: an answer after it is of no use. */
  until: number;
  /** Other addresses and hosts that may still have to be asked in this time. */
  others: number;
}

/** What a connection takes where packets get lost twice, and what hosts that greet late on purpose (6 s) take. */
const TIME_TO_CONNECT_MS = 3_000;
const TIME_TO_ANSWER_MS = 8_000;

/**
 * The deadline of one question: an equal share of the time with the others that may have to be asked, more where a host needs
 * it and the others keep half. It is set anew when a session takes the question: time in the queue is not the host's.
 */
export class QuestionDeadline {
  private activity: PeerActivity | undefined;
  private from: number;
  private sleeping = new AbortController();
  private isDone = false;
  private readonly createdAt: number;

  constructor(
    private readonly time: TimeBudget,
    private readonly clock: Clock,
    private readonly onTimeout: () => void,
  ) {
    this.from = this.createdAt = clock.now();
    this.arm();
  }

  /** Milliseconds since it was asked for. */
  get ageMs(): number {
    return this.clock.now() - this.createdAt;
  }

  /** A session has taken the question. */
  begin(activity: PeerActivity): void {
    this.activity = activity;
    this.from = this.clock.now();
    this.arm();
  }

  /** It is queued again. */
  interrupt(): void {
    this.activity = undefined;
    this.from = this.clock.now();
    this.arm();
  }

  done(): void {
    this.isDone = true;
    this.sleeping.abort(DONE);
  }

  /** Milliseconds that the question has been with a session. */
  get underWayMs(): number {
    return this.activity ? this.clock.now() - this.from : 0;
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
    if (!this.activity) return half;
    const needed = this.activity.stage === 'connect' ? TIME_TO_CONNECT_MS : TIME_TO_ANSWER_MS;
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
        else this.onTimeout();
      },
      () => undefined,
    );
  }
}
