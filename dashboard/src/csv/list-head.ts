import { findEmailColumn } from '../../../src/batches/intake/csv/email-column';
import { looksLikeAddress } from './address';
import { bytesOf, type Encoding } from './find-encoding';
import { DELIMITERS, isBlank, readRecords, type Delimiter } from './read-records';

/** What the beginning of a list shows, before it is sent. The service reads the whole file, and has the last word. */
export interface ListHead {
  source: TextSource | WorkbookSource;
  /** Rows of cells, blank ones left out; the first may be a header. */
  records: string[][];
  /** These are all rows of the file. */
  isWhole: boolean;
  /** How many times as long the file is. */
  scale: number;
}

export interface TextSource {
  kind: 'text';
  encoding: Encoding;
  delimiter: Delimiter;
}

export interface WorkbookSource {
  kind: 'workbook';
  /** Names of those that are not hidden. */
  sheets: string[];
  /** The name of the one that is read. */
  sheet: string;
}

/** Why there is nothing to show. */
export type HeadFault = 'empty' | 'compressed' | 'old_workbook' | 'damaged_workbook' | 'not_text';

export const HEAD_BYTES = 65_536;
const BLANK_LINES = /^(?:[ \t,;|]*[\r\n])+/;
const SEPARATOR_LINE = /^\s*"?sep=([,;|]|\t)"?[ \t,;|]*(?:\r\n|\r|\n)/i;

/** Reads the first rows of a file that is encoded as said. */
export async function readListHead(file: Blob, encoding: Encoding): Promise<ListHead | HeadFault> {
  const bytes = await bytesOf(file, 0, HEAD_BYTES);
  const kind = kindOf(bytes);
  if (kind !== null) return kind;
  const isWhole = file.size <= HEAD_BYTES;
  const decoded = new TextDecoder(encoding).decode(bytes, { stream: !isWhole });
  if (decoded.includes('\0')) return 'not_text';
  const { text, delimiter: named } = withoutSeparatorLine(decoded);
  const delimiter = named ?? mostLikely(text);
  const { records } = readRecords(text, delimiter, { isEnd: isWhole });
  const seen = records.filter((cells) => !isBlank(cells));
  if (seen.length === 0) return isWhole ? 'empty' : 'not_text';
  const scale = isWhole ? 1 : file.size / HEAD_BYTES;
  return { source: { kind: 'text', encoding, delimiter }, records: seen, isWhole, scale };
}

/** A line such as `sep=;`, which spreadsheets write, names the delimiter and is no row. */
export function withoutSeparatorLine(text: string): { text: string; delimiter: Delimiter | null } {
  const [line, sign] = SEPARATOR_LINE.exec(text) ?? [];
  const delimiter = DELIMITERS.find((each) => each === sign) ?? null;
  return { text: line === undefined ? text : text.slice(line.length), delimiter };
}

/** Whether a file begins as a ZIP archive does: so does every workbook. */
export async function isArchive(file: Blob): Promise<boolean> {
  const [a, b, c, d] = await bytesOf(file, 0, 4);
  return a === 0x50 && b === 0x4b && c === 3 && d === 4;
}

/** What begins like something else than text. */
function kindOf([a, b, c, d]: Uint8Array): HeadFault | null {
  if (a === undefined) return 'empty';
  if ((a === 0x50 && b === 0x4b && (c === 3 || c === 5)) || (a === 0x1f && b === 0x8b)) return 'compressed';
  if (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0) return 'old_workbook';
  return null;
}

/** As the service chooses: one that sets `email`, another spelling of it, or an address apart in the first row; else the one with most cells. */
function mostLikely(text: string): Delimiter {
  const rows = text.replace(BLANK_LINES, '');
  let best: Delimiter = ',';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const first = readRecords(rows, delimiter, { limit: 1 }).records[0] ?? [];
    const named = findEmailColumn(first);
    const likelihood = named.index === -1 ? 0 : named.isExact ? 4 : 2;
    const rank = first.length + likelihood * 1e9 + (first.some(looksLikeAddress) ? 1e9 : 0);
    if (rank <= most) continue;
    best = delimiter;
    most = rank;
  }
  return best;
}
