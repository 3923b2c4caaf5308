import { setMaxListeners } from 'node:events';

/** One piece of work that several callers wait for. It is aborted only when the last of them has gone. */
export class SharedWork<T> {
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

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  let leave = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    leave = resolve;
  });
  // One signal may stop a whole batch; Node would take its hundreds of listeners for a leak.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', leave, { once: true });
  try {
    await Promise.race([work, aborted]);
    signal.throwIfAborted();
    return await work;
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
