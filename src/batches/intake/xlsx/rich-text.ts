import { tooLarge } from './workbook-fault';

/** Excel itself takes 32,767. */
const LONGEST = 1_048_576;
/** Control characters are written so (ECMA-376-1 22.9.2.19). */
const ESCAPE = /_x([0-9a-f]{4})_/gi;

/**
 * Puts a text together that may have runs of its own looks: the `t` elements within an element, but those that tell how
 * it is pronounced (`rPh`).
 */
export class RichText {
  #text: string | null = null;
  #isWithin = false;
  #isPhonetic = false;

  /** @param element whose text is wanted */
  constructor(private readonly element: string) {}

  open(name: string): void {
    if (name === this.element) this.#text = '';
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 't') this.#isWithin = !this.#isPhonetic;
  }

  add(piece: string): void {
    if (!this.#isWithin || this.#text === null) return;
    this.#text += piece;
    if (this.#text.length > LONGEST) throw tooLarge('a text of more than a million characters');
  }

  /** The whole text at the end of its element, else null. */
  close(name: string): string | null {
    if (name === 't') this.#isWithin = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    if (name !== this.element || this.#text === null) return null;
    const text = this.#text;
    this.#text = null;
    return unescaped(text);
  }
}

export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16))).replaceAll('\0', '');
}
