import type { HeldSlot } from './make-room';
import type { SlotWish } from './session-slots';
import type { SessionWorker } from './session-worker';

/** A slot, in which one session follows the other. */
export class WorkersSlot implements HeldSlot {
  readonly key: string;
  readonly asker: string;
  readonly job: string;
  readonly isUrgent: boolean;

  /** `worker`: whose session is in the slot just now. */
  constructor(
    { key, asker, job, isUrgent }: SlotWish,
    private readonly worker: () => SessionWorker,
  ) {
    this.key = key;
    this.asker = asker;
    this.job = job;
    this.isUrgent = isUrgent;
  }

  get isIdle(): boolean {
    return this.worker().isIdle;
  }

  get isEnding(): boolean {
    return this.worker().isEnding;
  }

  get servesSomebody(): boolean {
    return this.worker().servesSomebody;
  }

  get silentMs(): number {
    return this.worker().silentMs;
  }

  leave(): void {
    this.worker().leave();
  }

  yield(): void {
    this.worker().yield();
  }
}
