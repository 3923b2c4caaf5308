import type { HeldSlot } from './preemption';
import type { SlotRequest } from './session-slots';
import type { SessionWorker } from './session-worker';

/** A held slot, in which one session follows the other. */
export class WorkerSlot implements HeldSlot {
  readonly key: string;
  readonly network: string;
  readonly tenant: string;
  readonly job: string;
  readonly isUrgent: boolean;

  /** @param worker gives the one whose session is in the slot now */
  constructor(
    { key, network, tenant, job, isUrgent }: SlotRequest,
    private readonly worker: () => SessionWorker,
  ) {
    this.key = key;
    this.network = network;
    this.tenant = tenant;
    this.job = job;
    this.isUrgent = isUrgent;
  }

  get isIdle(): boolean {
    return this.worker().isIdle;
  }

  get isEnding(): boolean {
    return this.worker().isEnding;
  }

  get isInteractive(): boolean {
    return this.worker().isInteractive;
  }

  get silentMs(): number {
    return this.worker().silentMs;
  }

  evict(): void {
    this.worker().evict();
  }

  drain(): void {
    this.worker().drain();
  }
}
