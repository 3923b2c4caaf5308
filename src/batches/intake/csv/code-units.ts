const LATIN1_END = 256;
/** Code units that are put together without a buffer of their own. */
const SHORT = 512;
const scratch = new Uint16Array(SHORT);

/** Room for so many UTF-16 code units, until the next call: `textOf` before that. */
export function codeUnitBuffer(longest: number): Uint16Array {
  return longest <= SHORT ? scratch : new Uint16Array(longest);
}

/**
 * The text of code units that were written by hand: a megabyte takes some milliseconds, and ten times that by replacing
 * in a text.
 * @param bits all of them, or-ed together: what fits into a byte is faster
 */
export function textOf(codeUnits: Uint16Array, length: number, bits: number): string {
  if (codeUnits === scratch) return String.fromCharCode(...codeUnits.subarray(0, length));
  if (bits < LATIN1_END) return Buffer.from(codeUnits.subarray(0, length)).toString('latin1');
  return Buffer.from(codeUnits.buffer, 0, length * 2).toString('utf16le');
}
