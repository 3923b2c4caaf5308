import { Injectable } from '@nestjs/common';

/**
 * Hands out turns of the event loop, one at a time. Dozens of chunks that need no network would otherwise run one
 * after the other without a break, since SQLite answers at once: requests waited for seconds.
 */
@Injectable()
export class Turns {
  private last = Promise.resolve();

  /** Resolves in a turn that no other caller has; the work until the next real wait should take some milliseconds. */
  next(): Promise<void> {
    this.last = this.last.then(() => new Promise(setImmediate));
    return this.last;
  }
}
