import { codeUnitBuffer, textOf } from './code-units';
import { isWhiteSpace } from './white-space';

const QUOTE = 34;
const APOSTROPHE = 39;
/** Signs at the start of a cell that make a spreadsheet run it (OWASP, "CSV Injection"), full-width ones too. */
const SIGNS = '-=+@＝＋－＠';
/** What ends a cell for readers that take another delimiter than ours, or know no quotes. */
const ENDS = ';|\t\r\n';
const NEEDS_CARE = new RegExp(`[",${ENDS}]|^[\\s"]*[${SIGNS}]`);
const NEEDS_QUOTES = new RegExp(`[",${ENDS}]`);
const STARTS_WITH_CONTROL = /^[\t\r\n]/;
const STARTS_WITH_GUARDED_CONTROL = /^'[\t\r\n]/;

const CODE_UNITS = 65_536;
const isSign = tableOf(SIGNS);
const isEnd = tableOf(ENDS);

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
  const written = codeUnitBuffer(cell.length * 2 + 3);
  let length = 0;
  let bits = 0;
  let isOpen = true;
  if (needsQuotes) written[length++] = QUOTE;
  if (STARTS_WITH_CONTROL.test(cell)) written[length++] = APOSTROPHE;
  for (let at = 0; at < cell.length; at += 1) {
    const code = cell.charCodeAt(at);
    bits |= code;
    if (isOpen && isSign[code] === 1) written[length++] = APOSTROPHE;
    if (code === QUOTE) written[length++] = QUOTE;
    written[length++] = code;
    if (isEnd[code] === 1) isOpen = true;
    else if (isOpen && code !== QUOTE && !isWhiteSpace(code)) isOpen = false;
  }
  if (needsQuotes) written[length++] = QUOTE;
  return textOf(written, length, bits);
}

/**
 * The cell that `encodeCell` has written, without its apostrophes, for a place where nothing runs it. A cell that had such
 * an apostrophe itself loses it too: the two are written alike.
 *
 * @param cell as a reader of commas has it: the quotes round it taken off
 */
export function withoutGuards(cell: string): string {
  if (!cell.includes("'")) return cell;
  let plain = '';
  let from = 0;
  let isOpen = true;
  for (let at = 0; at < cell.length; at += 1) {
    const code = cell.charCodeAt(at);
    const isGuard = code === APOSTROPHE && isOpen && isSign[cell.charCodeAt(at + 1)] === 1;
    if (isGuard || (at === 0 && STARTS_WITH_GUARDED_CONTROL.test(cell))) {
      plain += cell.slice(from, at);
      from = at + 1;
    } else if (isEnd[code] === 1) isOpen = true;
    else if (isOpen && code !== QUOTE && !isWhiteSpace(code)) isOpen = false;
  }
  return plain + cell.slice(from);
}

/** 1 for each code unit that is one of them. */
function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(CODE_UNITS);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
