/** After so many milliseconds of work the event loop gets a turn. */
const TURN_MS = 8;

/** Breaks long work up into turns of the event loop. */
export class Pace {
  #started = performance.now();

  /** To be awaited between two pieces of work: lets everything else go first when enough was done. */
  async rest(): Promise<void> {
    if (performance.now() - this.#started < TURN_MS) return;
    await new Promise(setImmediate);
    this.#started = performance.now();
  }
}
