import type { PlainFault } from './syntax-fault';

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/** C0, DEL and C1, and the Unicode line and paragraph separators. */
const CONTROL = /[\0-\x1f\x7f-\x9f\u2028\u2029]/;
/** Lone surrogates, U+FFFD and noncharacters: traces of a wrong decoding, in no mailbox of the world. */
const BROKEN_TEXT = /[\p{Surrogate}\ufffd\p{Noncharacter_Code_Point}]/u;
/** Zero-width, soft hyphen, bidi controls, variation selectors, fillers (UAX 44), and interlinear annotation. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const INVISIBLE_ALL = new RegExp(INVISIBLE.source, 'gu');
/** The style of the pictograph in front (UTS 51 2.5): every phone types one behind a heart. Part of what is seen. */
const PICTOGRAPH_STYLE = /(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|[\ufe0e\ufe0f](?=\u20e3)/gu;
/** White space beside U+0020, which a quoted string may hold (RFC 5321 4.1.2). */
const WIDE_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;

/**
 * The first class of characters that no address holds anywhere, or null. Runs before all else, so that nothing with
 * CR, LF or NUL gets as far as a parser, a log or the wire.
 */
export function findForbidden(text: string): PlainFault | null {
  if (PRINTABLE_ASCII.test(text)) return null;
  if (CONTROL.test(text)) return 'control_character';
  if (BROKEN_TEXT.test(text)) return 'broken_text';
  if (INVISIBLE.test(text.replace(PICTOGRAPH_STYLE, ''))) return 'invisible_character';
  if (WIDE_SPACE.test(text)) return 'white_space';
  return null;
}

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE_ALL, '');
}
