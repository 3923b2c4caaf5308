import { bytesOf } from './find-encoding';
import type { ListChoice } from './guess-choice';
import { withoutSeparatorLine, type ListHead, type TextSource } from './list-head';
import { isBlank, readRecords } from './read-records';

export interface ListCount {
  rows: number;
  /** Different addresses, as far as that can be seen here: the service finds some of them malformed, and never more of them. */
  addresses: number;
  /** Rows that hold nothing like an address. */
  without: number;
  /** The whole file was counted; else it is judged by its beginning. */
  isExact: boolean;
}

/** Bytes that are counted: some hundred thousand rows, in about a second. */
const COUNTED_BYTES = 24 * 1_048_576;
const SLICE_BYTES = 262_144;
/** Characters that a row may have before it is given up. */
const LONGEST_ROW = 1_048_576;

/** Counts a list as it will be read: text to its end, a workbook by the beginning of its sheet. */
export async function countList(
  file: Blob,
  head: ListHead,
  choice: ListChoice,
  mostBytes = COUNTED_BYTES,
): Promise<ListCount> {
  if (head.source.kind === 'text') return countText(file, head.source, choice, mostBytes);
  const tally = new Tally(choice);
  tally.add(head.records);
  return tally.count(head.scale, head.isWhole);
}

/** A piece at a time, so that the page stays alive. */
async function countText(
  file: Blob,
  { encoding, delimiter }: TextSource,
  choice: ListChoice,
  mostBytes: number,
): Promise<ListCount> {
  const decoder = new TextDecoder(encoding);
  const tally = new Tally(choice);
  let pending = '';
  let at = 0;
  while (at < file.size && at < mostBytes && pending.length <= LONGEST_ROW) {
    const end = Math.min(at + SLICE_BYTES, file.size);
    const isEnd = end === file.size;
    let text = pending + decoder.decode(await bytesOf(file, at, end), { stream: !isEnd });
    if (at === 0) ({ text } = withoutSeparatorLine(text));
    const { records, length } = readRecords(text, delimiter, { isEnd });
    tally.add(records);
    pending = text.slice(length);
    at = end;
  }
  const isExact = at >= file.size;
  return tally.count(isExact ? 1 : file.size / Math.max(1, at), isExact);
}

class Tally {
  #rows = 0;
  #without = 0;
  #isHeaderDue: boolean;
  readonly #seen = new Set<string>();
  readonly #column: number;

  constructor({ hasHeader, column }: ListChoice) {
    this.#isHeaderDue = hasHeader;
    this.#column = column;
  }

  add(records: readonly string[][]): void {
    for (const cells of records) {
      if (isBlank(cells)) continue;
      if (this.#isHeaderDue) {
        this.#isHeaderDue = false;
        continue;
      }
      this.#rows += 1;
      const address = (cells[this.#column] ?? '').trim().toLowerCase();
      if (address.indexOf('@') > 0) this.#seen.add(address);
      else this.#without += 1;
    }
  }

  /** @param scale how many times as long the whole is */
  count(scale: number, isExact: boolean): ListCount {
    return {
      rows: Math.round(this.#rows * scale),
      addresses: Math.round(this.#seen.size * scale),
      without: Math.round(this.#without * scale),
      isExact,
    };
  }
}
