import { codeUnitBuffer, textOf } from './code-units';

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * The text of a quoted cell, without what only says that a quote, or a backslash, is one of the text's.
 * @param mayHaveBackslashes whether the dialect writes `\"` and `\\`
 */
export function unquote(raw: string, mayHaveBackslashes: boolean): string {
  const hasBackslashes = mayHaveBackslashes && raw.includes('\\');
  if (!hasBackslashes && !raw.includes('""')) return raw;
  const written = codeUnitBuffer(raw.length);
  let length = 0;
  let bits = 0;
  for (let at = 0; at < raw.length; at += 1) {
    let code = raw.charCodeAt(at);
    if (code === QUOTE || (hasBackslashes && code === BACKSLASH)) {
      const next = raw.charCodeAt(at + 1);
      if (next === QUOTE || (next === BACKSLASH && code === BACKSLASH)) {
        code = next;
        at += 1;
      }
    }
    bits |= code;
    written[length++] = code;
  }
  return textOf(written, length, bits);
}
