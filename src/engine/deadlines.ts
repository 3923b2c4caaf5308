import type { Clock } from './ports';

interface Work {
  at: number;
  end: () => void;
}

// Made once: an error takes its stack with it.
const NONE_LEFT = new Error('Nothing is under way any more.');

/** Ends work that takes longer than so many milliseconds: one timer for all, since one for each costs more than most work does. */
export class Deadlines {
  /** The oldest first. */
  private readonly open = new Set<Work>();
  private sleeping: AbortController | null = null;

  constructor(
    private readonly ms: number,
    private readonly clock: Clock,
  ) {}

  /**
   * @param end called when the time is over
   * @returns to be called when the work is done; leaves no timer behind
   */
  add(end: () => void): () => void {
    const work = { at: this.clock.now() + this.ms, end };
    this.open.add(work);
    this.sleep();
    return () => {
      this.open.delete(work);
      if (this.open.size > 0) return;
      this.sleeping?.abort(NONE_LEFT);
      this.sleeping = null;
    };
  }

  /** Until the oldest is due, or was: what is done meanwhile changes no timer. */
  private sleep(): void {
    const [oldest] = this.open;
    if (oldest === undefined || this.sleeping !== null) return;
    const sleeping = new AbortController();
    this.sleeping = sleeping;
    this.clock.sleep(Math.max(0, oldest.at - this.clock.now()), sleeping.signal).then(
      () => {
        if (this.sleeping !== sleeping) return;
        this.sleeping = null;
        this.endDue();
        this.sleep();
      },
      () => undefined,
    );
  }

  private endDue(): void {
    const now = this.clock.now();
    for (const work of this.open) {
      if (work.at > now) return;
      this.open.delete(work);
      work.end();
    }
  }
}
