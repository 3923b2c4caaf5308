import type { Clock } from '../../ports';

/** Made once: without a reason each `abort` makes an error with a stack, a tenth of the time of a whole question. */
export const DONE = new Error('There is nothing to wait for any more.');

/** `work`, or a rejection with the error of `onTimeout` once `ms` milliseconds have passed. Leaves no timer behind. */
export async function withTimeout<T>(clock: Clock, ms: number, work: Promise<T>, onTimeout: () => Error): Promise<T> {
  const done = new AbortController();
  const timeout = clock.sleep(ms, done.signal).then(() => {
    throw onTimeout();
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    done.abort(DONE);
  }
}
