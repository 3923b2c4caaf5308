import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Random } from './ports';

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await sleep(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      throw signal?.aborted === true ? signal.reason : error;
    }
  },
};

/** From the operating system: a mail host must not guess our random addresses. */
export const systemRandom: Random = { integer: (max) => randomInt(max) };
