/** Gives a slot back. Calling it again does nothing. */
export type Release = () => void;

/**
 * How many sessions may be open, in all and per mail host, over every process that shares the limits. A slot is held from before
 * the connection is made until after it is closed. Waiting is fair: first come, first served for each key, and nobody is
 * overtaken by another key for ever.
 */
export interface SessionSlots {
  /**
   * Resolves once both limits allow one more session; rejects with the signal's reason when aborted before. `isUrgent`: somebody
   * waits for the answer, so it may go before those who do not.
   */
  acquire(key: string, signal: AbortSignal, isUrgent?: boolean): Promise<Release>;
}
