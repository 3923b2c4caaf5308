import type { Clock } from '../ports';

/** `work`, or the error of `onTimeout` once `ms` milliseconds have passed. Leaves no timer behind. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>, onTimeout: () => Error): Promise<T> {
  const done = new AbortController();
  const timeout = clock.sleep(ms, done.signal).then(() => {
    throw onTimeout();
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    done.abort();
  }
}
