import { crc32 } from 'node:zlib';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { decodeText } from '../csv/decode-text';
import type { SpooledFile } from './spooled-file';
import { damaged, tooLarge, workbookFault } from './workbook-fault';

const MIB = 1_048_576;
/** A workbook has some dozens of parts. */
const MOST_PARTS = 10_000;
/** What is inflated of one file at most: a million rows of five columns are 200 MiB, and shrink to a fifteenth. */
const MOST_INFLATED = 512 * MIB;
const INFLATED_ALLOWED = 16 * MIB;
const MOST_RATIO = 100;

/** The parts of a workbook's ZIP archive, read one by one, no more of them than a list can need. */
export class Archive {
  /** Bytes that may be inflated; of characters as many may be gathered. */
  readonly allowed: number;
  #left: number;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    size: number,
  ) {
    this.allowed = Math.min(MOST_INFLATED, INFLATED_ALLOWED + MOST_RATIO * size);
    this.#left = this.allowed;
  }

  /** @throws CsvFault; the file is left open */
  static async open({ handle, size }: SpooledFile): Promise<Archive> {
    const entries = new Map<string, Entry>();
    try {
      const zip = await fromFdPromise(handle.fd, { autoClose: false, lazyEntries: true, strictFileNames: false });
      if (zip.entryCount > MOST_PARTS) throw tooLarge(`more than ${MOST_PARTS} parts`);
      for await (const entry of zip.eachEntry()) {
        // Names of parts are told apart in any case (ECMA-376-2, 6.2.2.3).
        entries.set(entry.fileName.toLowerCase(), entry);
        if (entries.size > MOST_PARTS) throw tooLarge(`more than ${MOST_PARTS} parts`);
      }
      return new Archive(zip, entries, size);
    } catch (error) {
      throw faultOf(error, 'The file begins like a ZIP archive or an Excel workbook, but it');
    }
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** The text of a part, piece by piece. @throws CsvFault */
  async *read(name: string): AsyncGenerator<string, void> {
    const entry = this.entries.get(name.toLowerCase());
    if (entry === undefined) throw damaged();
    if (entry.isEncrypted())
      throw workbookFault('The Excel workbook has a password. Save it without one, or as CSV, and send that.');
    const text = decodeText(this.inflate(entry));
    for (;;) {
      const next = await text.next().catch((error: unknown) => {
        throw faultOf(error);
      });
      if (next.done === true) {
        if (next.value !== 'complete') throw damaged();
        return;
      }
      yield next.value;
    }
  }

  /** Checks size and checksum at the end: an address of a damaged file may be another one. */
  private async *inflate(entry: Entry): AsyncGenerator<Uint8Array, void> {
    const stream = await this.zip.openReadStreamPromise(entry);
    let sum = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#left -= chunk.length;
      if (this.#left < 0) throw tooLarge('more than can be taken for a list');
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw damaged();
  }
}

/** What yauzl and zlib find wrong, all of it plain errors, is all one to somebody with a file. */
function faultOf(error: unknown, what?: string): unknown {
  const { name, syscall } = error as { name?: unknown; syscall?: unknown };
  return name === 'Error' && syscall === undefined ? damaged(what) : error;
}
