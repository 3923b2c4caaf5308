export type Delimiter = ',' | ';' | '\t' | '|';
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];

interface Extent {
  /** Nothing comes behind the text: its last row needs no line end. */
  isEnd?: boolean;
  /** Rows that are wanted. */
  limit?: number;
}

/**
 * Rows of cells; quotes may hold delimiters, line ends and doubled quotes.
 * @returns the rows that are whole, and how many characters they take
 */
export function readRecords(
  text: string,
  delimiter: string,
  { isEnd = true, limit = Infinity }: Extent = {},
): { records: string[][]; length: number } {
  const records: string[][] = [];
  let length = 0;
  while (length < text.length && records.length < limit) {
    const record = readRecord(text, delimiter, length, isEnd);
    if (record === null) break;
    records.push(record.cells);
    length = record.next;
  }
  return { records, length };
}

export function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function readRecord(
  text: string,
  delimiter: string,
  start: number,
  isEnd: boolean,
): { cells: string[]; next: number } | null {
  const cells: string[] = [];
  for (let at = start; ;) {
    let cell = '';
    if (text[at] === '"') {
      const closing = closingQuote(text, at + 1, isEnd);
      if (closing === -1 && !isEnd) return null;
      const end = closing === -1 ? text.length : closing;
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    const end = cellEnd(text, delimiter, at);
    cells.push(cell + text.slice(at, end));
    if (end >= text.length) return isEnd ? { cells, next: text.length } : null;
    if (text[end] === delimiter) {
      at = end + 1;
      continue;
    }
    const mayBeCrLf = text[end] === '\r';
    if (mayBeCrLf && end + 1 === text.length && !isEnd) return null;
    return { cells, next: end + (mayBeCrLf && text[end + 1] === '\n' ? 2 : 1) };
  }
}

/** -1 when it is not in the text. */
function closingQuote(text: string, from: number, isEnd: boolean): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (at + 1 === text.length && !isEnd) return -1;
    if (text[at + 1] !== '"') return at;
  }
  return -1;
}

function cellEnd(text: string, delimiter: string, from: number): number {
  const code = delimiter.charCodeAt(0);
  let at = from;
  for (; at < text.length; at += 1) {
    const each = text.charCodeAt(at);
    if (each === code || each === 10 || each === 13) break;
  }
  return at;
}
