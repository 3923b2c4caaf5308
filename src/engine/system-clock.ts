import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './ports';

/** The machine's own time. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    try {
      await sleep(ms, undefined, { ...(signal && { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  }
}
