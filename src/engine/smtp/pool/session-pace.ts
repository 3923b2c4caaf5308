import type { Clock } from '../../ports';

/** The pace at which sessions with one destination are opened. */
export class SessionPace {
  private lastOpenedAt = -Infinity;

  /** @param pauseMs least milliseconds from one opening to the next */
  constructor(
    private readonly clock: Clock,
    private readonly pauseMs: number,
  ) {}

  /** Milliseconds until the next session may be opened; never more than the pause, whatever is done to the clock. */
  get leftMs(): number {
    return Math.min(this.pauseMs, Math.max(0, this.lastOpenedAt + this.pauseMs - this.clock.now()));
  }

  /** A session is being opened now. */
  opened(): void {
    this.lastOpenedAt = this.clock.now();
  }

  /** Resolves when the next session may be opened; rejects with the signal's reason when aborted before. */
  async pause(signal: AbortSignal): Promise<void> {
    while (this.leftMs > 0) await this.clock.sleep(this.leftMs, signal);
  }
}
