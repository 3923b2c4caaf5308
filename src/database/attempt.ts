import type { Step } from './statement';

/**
 * One try of a request that may be sent again under the same `Idempotency-Key`, as far as those who write need to know of it:
 * what they do is done once, whoever else tries.
 */
export interface Attempt<Made> {
  /**
   * A step of the very write that does it, in front of steps that may stop the write. It notes what is made, and undoes the write
   * once this try counts no more.
   * @param made what the answer can be made of again, in JSON; told the ids of the inserts before the step
   */
  step(made: (insertIds: readonly number[]) => Made): Step;
  /** For a write that was undone: resolves while this try counts. @throws AttemptLostError */
  require(): Promise<void>;
}
