import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { Clock } from '../../common/clock';

/** Of bodies that a process holds at a time: any number of the largest would be more than it has. */
const MOST_HELD_BYTES = 64 * 1024 * 1024;
/** Requests that come no further apart are a burst: while one lasts, reading is left a tenth of the time. */
const BURST_MS = 20;
const WAYS_OF_WORK = 9;
/** What has waited longer than this to be read waits no more. */
const READ_WITHIN_MS = 30_000;

/** What the requests of providers ask of this process just now: its memory, and the time that reading would take from them. */
@Injectable()
export class IntakeLoad {
  private held = 0;
  private takenAt = -Infinity;

  constructor(private readonly clock: Clock) {}

  get heldBytes(): number {
    return this.held;
  }

  /** Makes room for a body of a request that has come; false: there is none. Who was given some releases it. */
  hold(bytes: number): boolean {
    if (this.held > 0 && this.held + bytes > MOST_HELD_BYTES) return false;
    this.held += bytes;
    this.takenAt = performance.now();
    return true;
  }

  release(bytes: number): void {
    this.held -= bytes;
  }

  /**
   * Waits before a step of reading, while a burst of requests lasts: whoever sends one is answered first.
   * @param workedMs that reading took since it last waited
   * @param receivedAt of what is to be read
   */
  async makeWay(workedMs: number, receivedAt: number, signal: AbortSignal): Promise<void> {
    const isBurst = performance.now() - this.takenAt < BURST_MS;
    if (!isBurst || this.clock.now() - receivedAt > READ_WITHIN_MS) return;
    await setTimeout(workedMs * WAYS_OF_WORK, undefined, { signal }).catch(() => undefined);
  }
}
