import { isWhiteSpace } from './white-space';

const LF = 10;
const CR = 13;
const SPACE = 32;
const FIRST_BEYOND_ASCII = 128;

/**
 * The structural characters of a CSV text: where the next quote, delimiter and line end are. Each is searched for once, as long as it is asked for from
 * the left to the right, so that this takes time in proportion to the text's length. Positions are UTF-16 code units.
 */
export class StructuralIndex {
  /** The next of each from where it was last searched for; the text's length when there is none. */
  #quote = -1;
  #delimiter = -1;
  #lf = -1;
  #cr = -1;
  readonly delimiterCode: number;

  constructor(
    private readonly text: string,
    private readonly delimiterSign: string,
  ) {
    this.delimiterCode = delimiterSign.charCodeAt(0);
  }

  /** The delimiter that was found last. */
  get delimiter(): number {
    return this.#delimiter;
  }

  skipBlanks(at: number): number {
    while (this.#isBlank(at)) at += 1;
    return at;
  }

  /** White space, as `trim` knows it, that is neither a line end nor the delimiter. */
  #isBlank(at: number): boolean {
    const code = this.text.charCodeAt(at);
    if (code === SPACE) return true;
    if (code > SPACE && code < FIRST_BEYOND_ASCII) return false;
    return isWhiteSpace(code) && code !== LF && code !== CR && code !== this.delimiterCode;
  }

  isLineEnd(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === LF || code === CR;
  }

  behindLineEnd(at: number): number {
    return this.text.charCodeAt(at) === CR && this.text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  }

  lineEndFrom(at: number): number {
    if (this.#lf < at) this.#lf = this.#find('\n', at);
    if (this.#cr < at) this.#cr = this.#find('\r', at);
    return Math.min(this.#lf, this.#cr);
  }

  quoteFrom(at: number): number {
    if (this.#quote < at) this.#quote = this.#find('"', at);
    return this.#quote;
  }

  delimiterFrom(at: number): number {
    if (this.#delimiter < at) this.#delimiter = this.#find(this.delimiterSign, at);
    return this.#delimiter;
  }

  #find(sign: string, from: number): number {
    const at = this.text.indexOf(sign, from);
    return at === -1 ? this.text.length : at;
  }
}
