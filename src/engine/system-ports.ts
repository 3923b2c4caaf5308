import { randomInt } from 'node:crypto';
import type { Clock, Random } from './ports';

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep,
};

/** Not `node:timers/promises`, which makes an error with a stack for each sleep that is cut short: a tenth of an address's time. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** From the operating system: a mail host must not guess the random addresses. */
export const systemRandom: Random = { integer: (max) => randomInt(max) };
