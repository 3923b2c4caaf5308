/** What the first bytes of a list show, before it is sent. The service reads the whole file, and has the last word. */
export interface CsvPreview {
  encoding: 'UTF-8' | 'UTF-16';
  delimiter: Delimiter;
  columns: string[];
  /** Index of the `email` column, or -1. */
  emailColumn: number;
  /** At most three. */
  rows: string[][];
  /** Estimated from the length of the rows seen; exact when the whole file was seen. */
  rowCount: number;
  isExact: boolean;
}

export type Delimiter = ',' | ';' | '\t' | '|';
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
export const PREVIEW_BYTES = 65_536;
const ROWS_SHOWN = 3;

/**
 * @param bytes the file's first bytes, `PREVIEW_BYTES` at most
 * @param size of the whole file
 * @returns what is seen, or a sentence that says why nothing can be shown
 */
export function previewCsv(bytes: Uint8Array, size: number): CsvPreview | string {
  if (size === 0) return 'The file is empty.';
  if (isCompressed(bytes)) return 'This is a compressed file or a workbook. Save it as CSV first.';
  const { text, encoding } = decode(bytes);
  if (text.includes('\0')) return 'This is not a text file. Save your list as CSV first.';
  const isWhole = bytes.length >= size;
  const delimiter = mostLikely(text);
  const records = readRecords(text, delimiter).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  // Where the file was cut, so was its last row.
  const whole = isWhole || records.length < 2 ? records : records.slice(0, -1);
  const [header, ...rows] = whole;
  if (header === undefined) return 'The file is empty.';
  const columns = header.map((name) => name.trim());
  return {
    encoding,
    delimiter,
    columns,
    emailColumn: columns.findIndex((name) => name.toLowerCase() === 'email'),
    rows: rows.slice(0, ROWS_SHOWN),
    rowCount: isWhole ? rows.length : Math.round((rows.length * size) / bytes.length),
    isExact: isWhole,
  };
}

function isCompressed([a, b]: Uint8Array): boolean {
  return (a === 0x50 && b === 0x4b) || (a === 0x1f && b === 0x8b);
}

function decode(bytes: Uint8Array): { text: string; encoding: CsvPreview['encoding'] } {
  const label = utf16Label(bytes);
  return { text: new TextDecoder(label ?? 'utf-8').decode(bytes), encoding: label === null ? 'UTF-8' : 'UTF-16' };
}

function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'utf-16be';
  return null;
}

/** The delimiter that sets `email` apart in the header; else the most frequent one there. */
function mostLikely(text: string): Delimiter {
  const headers = DELIMITERS.map((delimiter) => ({ delimiter, cells: readRecords(text, delimiter, 1)[0] ?? [] }));
  const hasEmail = headers.filter(({ cells }) => cells.some((cell) => cell.trim().toLowerCase() === 'email'));
  const candidates = hasEmail.length > 0 ? hasEmail : headers;
  return candidates.reduce(
    (best, next) => (next.cells.length > best.cells.length ? next : best),
    candidates[0] ?? first,
  ).delimiter;
}

const first = { delimiter: ',' as Delimiter, cells: [] as string[] };

/** Rows of cells; quotes may hold delimiters, line ends and doubled quotes. */
export function readRecords(text: string, delimiter: Delimiter, limit = Infinity): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let place = 0; place < text.length && records.length < limit; place += 1) {
    const character = text[place] ?? '';
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[place + 1] === '"') cell += text[(place += 1)] ?? '';
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === delimiter) {
      record.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[place + 1] === '\n') place += 1;
      records.push([...record, cell]);
      record = [];
      cell = '';
    } else cell += character;
  }
  if (records.length < limit && (cell !== '' || record.length > 0)) records.push([...record, cell]);
  return records;
}
