const LENGTH_SHOWN = 40;
/** Of a name, before what cannot be seen is written out. */
const LENGTH_READ = 1000;
/** What is not seen, or moves what stands beside it. U+FEFF is white space to JavaScript alone. */
const UNSEEN = /\ufeff|(?!\s)[\p{C}\p{Default_Ignorable_Code_Point}]/gu;
/** A sign, or one that is written out: never cut in two. */
const SIGNS = /<U\+[\dA-F]+>|./gu;

/**
 * A name out of somebody's file, as an error shows it: in quotes, on one line, cut to size, with the signs that nobody sees
 * written out (`"mail<U+200B>"`).
 */
export function shownName(given: string): string {
  const line = given.slice(0, LENGTH_READ).replace(UNSEEN, writtenOut).replace(/\s+/g, ' ').trim();
  const signs = line.match(SIGNS) ?? [];
  let shown = '';
  let length = 0;
  for (const [index, sign] of signs.entries()) {
    length += Array.from(sign).length;
    const isLast = index === signs.length - 1;
    if (length > (isLast ? LENGTH_SHOWN : LENGTH_SHOWN - 1)) return `"${shown}…"`;
    shown += sign;
  }
  return `"${shown}"`;
}

function writtenOut(sign: string): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `<U+${code.padStart(4, '0')}>`;
}
