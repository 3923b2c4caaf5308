import { untilAborted } from '../until-aborted';

/** One run of `work`, shared by all callers that join while it lasts (single flight). It is aborted when the last of them leaves. */
export class SingleFlight<T> {
  private readonly controller = new AbortController();
  private readonly result: Promise<T>;
  private waiters = 0;
  private settled = false;

  /** `onAbandoned` is called, before the abort, when nobody waits any more; the work's result is then of no use. */
  constructor(
    work: (signal: AbortSignal) => Promise<T>,
    private readonly onAbandoned: () => void,
  ) {
    this.result = work(this.controller.signal).finally(() => {
      this.settled = true;
    });
  }

  /** Rejects with the signal's reason when the caller leaves; the others go on waiting. */
  async join(signal: AbortSignal | undefined): Promise<T> {
    this.waiters += 1;
    try {
      return await untilAborted(this.result, signal);
    } finally {
      this.waiters -= 1;
      if (this.waiters === 0 && !this.settled) {
        this.onAbandoned();
        this.controller.abort();
      }
    }
  }
}
