/** After so many milliseconds of work the event loop gets a turn. */
const TURN_MS = 8;
/** To read so many characters may take most of a turn by itself: a megabyte takes up to 20 ms. */
const LONG = 131_072;

/** Cooperative scheduling within one long piece of work: gives the event loop back every few milliseconds. */
export class Yielder {
  #started = performance.now();

  /**
   * To be awaited between two pieces of work: lets everything else go first when enough was done, or much is to come.
   * @param ahead characters that the next piece reads
   */
  async yieldIfDue(ahead = 0): Promise<void> {
    if (ahead < LONG && performance.now() - this.#started < TURN_MS) return;
    await new Promise(setImmediate);
    this.#started = performance.now();
  }
}
