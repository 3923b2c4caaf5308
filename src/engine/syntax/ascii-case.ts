const ASCII_CAPITALS = /[A-Z]+/g;

/**
 * ASCII letters in lower case, all else untouched. `toLowerCase` makes ASCII out of other letters (U+212A KELVIN SIGN
 * becomes `k`), and so one text out of two.
 */
export function lowerAscii(text: string): string {
  return text.replace(ASCII_CAPITALS, (capitals) => capitals.toLowerCase());
}
