import { setMaxListeners } from 'node:events';

/** What `work` comes to; rejects with the signal's reason when that is aborted before. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
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
