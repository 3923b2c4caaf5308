import { tooLarge } from './workbook-fault';

const MIB = 1_048_576;
const MOST_BYTES = 64 * MIB;
const MOST_STRINGS = 4 * MIB;

/** The texts of a workbook by their numbers, in a tenth of what they would take as JavaScript strings. */
export class StringTable {
  readonly #blocks: Buffer[] = [];
  #starts = new Uint32Array(1024);
  #ends = new Uint32Array(1024);
  #count = 0;
  #end = 0;

  /** @throws CsvFault when there are too many of them */
  add(text: string): void {
    const length = Buffer.byteLength(text);
    const left = this.#blocks.length * MIB - this.#end;
    if (length > left) {
      this.#end = this.#blocks.length * MIB;
      this.#blocks.push(Buffer.allocUnsafe(MIB));
    }
    if (length > MIB || this.#end + length > MOST_BYTES || this.#count >= MOST_STRINGS)
      throw tooLarge('more than 64 MiB of different texts');
    if (this.#count === this.#starts.length) this.#grow();
    this.#starts[this.#count] = this.#end;
    this.#blocks.at(-1)?.write(text, this.#end % MIB);
    this.#end += length;
    this.#ends[this.#count] = this.#end;
    this.#count += 1;
  }

  /** Undefined when there is no text of that number. */
  get(index: number): string | undefined {
    if (index >= this.#count) return undefined;
    const start = this.#starts[index];
    const end = this.#ends[index];
    if (start === undefined || end === undefined) return undefined;
    const block = this.#blocks[Math.floor(start / MIB)];
    return start === end ? '' : block?.toString('utf8', start % MIB, (start % MIB) + end - start);
  }

  #grow(): void {
    const starts = new Uint32Array(this.#starts.length * 2);
    const ends = new Uint32Array(this.#ends.length * 2);
    starts.set(this.#starts);
    ends.set(this.#ends);
    this.#starts = starts;
    this.#ends = ends;
  }
}
