/**
 * Cells that may be added to short rows: some for each character of the file so far, and a mebi on top. Without a
 * bound, a header of a thousand columns over rows of one cell would make gigabytes out of a file of megabytes.
 */
const PER_CHARACTER = 4;
const ALLOWED = 1_048_576;

/** Fills short rows up with empty cells, so that columns put behind them line up. */
export class Padding {
  #left = ALLOWED;
  #last = '';

  /**
   * @param cells how many are missing
   * @param characters of the file that the row took
   * @returns the delimiters to add; null when that would be more than may be added
   */
  fill(cells: number, characters: number): string | null {
    this.#left += PER_CHARACTER * characters - cells;
    if (this.#left < 0) return null;
    if (cells !== this.#last.length) this.#last = ','.repeat(cells);
    return this.#last;
  }
}
