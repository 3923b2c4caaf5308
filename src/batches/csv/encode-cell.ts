const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const LATIN1_END = 256;
/** Signs at the start of a cell that make a spreadsheet run it (OWASP, "CSV Injection"), full-width ones too. */
const SIGNS = '-=+@＝＋－＠';
/** What ends a cell for readers that take another delimiter than ours, or know no quotes. */
const ENDS = ';|\t\r\n';
const NEEDS_CARE = new RegExp(`[",${ENDS}]|^[\\s"]*[${SIGNS}]`);
const NEEDS_QUOTES = new RegExp(`[",${ENDS}]`);
const STARTS_WITH_CONTROL = /^[\t\r\n]/;

const signs = codes(SIGNS);
const ends = codes(ENDS);
const WHITE_SPACE = /\s/;
/** Code units of a written cell that are put together without a buffer of their own. */
const SHORT = 512;
const scratch = new Uint16Array(SHORT);

/**
 * Writes one cell of a comma-separated file (RFC 4180), safe to open in a spreadsheet, whatever that takes for the
 * delimiter: `=`, `+`, `-` and `@` get an apostrophe in front where the cell begins, and behind each `;`, TAB, `|` and
 * line end, white space and quotes aside; so does a cell that begins with TAB or a line end. That holds for plain numbers
 * (`-5`, `+49 30 1234`) too: what a spreadsheet takes for a number depends on its language, and `-2+3+cmd|…` begins
 * like one.
 */
export function encodeCell(cell: string): string {
  if (!NEEDS_CARE.test(cell)) return cell;
  const needsQuotes = NEEDS_QUOTES.test(cell);
  // By hand, into numbers: a megabyte of quotes or signs takes some milliseconds, and ten times that by replacing.
  const longest = cell.length * 2 + 3;
  const written = longest <= SHORT ? scratch : new Uint16Array(longest);
  let length = 0;
  let bits = 0;
  let isOpen = true;
  if (needsQuotes) written[length++] = QUOTE;
  if (STARTS_WITH_CONTROL.test(cell)) written[length++] = APOSTROPHE;
  for (let at = 0; at < cell.length; at += 1) {
    const code = cell.charCodeAt(at);
    bits |= code;
    if (isOpen && signs.has(code)) written[length++] = APOSTROPHE;
    if (code === QUOTE) written[length++] = QUOTE;
    written[length++] = code;
    if (ends.has(code)) isOpen = true;
    else if (isOpen && code !== SPACE && code !== QUOTE && !WHITE_SPACE.test(cell.charAt(at))) isOpen = false;
  }
  if (needsQuotes) written[length++] = QUOTE;
  const codeUnits = written.subarray(0, length);
  if (written === scratch) return String.fromCharCode(...codeUnits);
  if (bits < LATIN1_END) return Buffer.from(codeUnits).toString('latin1');
  return Buffer.from(codeUnits.buffer, 0, length * 2).toString('utf16le');
}

function codes(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}
