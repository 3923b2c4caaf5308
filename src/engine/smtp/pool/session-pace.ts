import type { Clock } from '../../ports';

/** The pace at which sessions with one destination are opened. */
export class SessionPace {
  private lastOpenedAt = -Infinity;

  /** @param pauseMs least milliseconds from one opening to the next */
  constructor(
    private readonly clock: Clock,
    private readonly pauseMs: number,
  ) {}

  /** Milliseconds until the next session may be opened; none when the clock was set back. */
  get leftMs(): number {
    const passedMs = this.clock.now() - this.lastOpenedAt;
    return passedMs < 0 ? 0 : Math.max(0, this.pauseMs - passedMs);
  }

  /** A session is being opened now. */
  opened(): void {
    this.lastOpenedAt = this.clock.now();
  }
}
