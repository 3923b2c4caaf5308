import { Injectable } from '@nestjs/common';

/**
 * Cooperative scheduling on the event loop: those who yield continue one per iteration. Dozens of chunks that need no
 * network would otherwise run back to back, since SQLite answers at once, and requests would wait for seconds.
 */
@Injectable()
export class CooperativeScheduler {
  private last = Promise.resolve();

  /** Resolves in an iteration that no other caller gets; the work until the next real wait should take some milliseconds. */
  yield(): Promise<void> {
    this.last = this.last.then(() => new Promise(setImmediate));
    return this.last;
  }
}
