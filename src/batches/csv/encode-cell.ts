/** First characters that make a spreadsheet run a cell (OWASP, "CSV Injection"). */
const RUNS = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;
const NEEDS_CARE = /^[=+\-@\t\r]|[",\r\n]/;

/**
 * Writes one cell of a comma-separated file (RFC 4180), safe to open in a spreadsheet: a cell that begins with `=`,
 * `+`, `-`, `@`, TAB or CR gets a leading apostrophe. That holds for plain numbers (`-5`, `+49 30 1234`) too: what a
 * spreadsheet takes for a number depends on its language, and `-2+3+cmd|…` begins like one.
 */
export function encodeCell(cell: string): string {
  if (!NEEDS_CARE.test(cell)) return cell;
  const defused = RUNS.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
}
