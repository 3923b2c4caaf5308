import { randomInt } from 'node:crypto';

const { imul } = Math;

const SHARDS = 256;
const FIRST_SLOTS = 16;
/** Share of the slots that may be taken before a shard doubles. */
const FULLEST = 0.8;

/**
 * A set of addresses that only grows and only answers "is it new?", for tens of millions of them in 10 to 20 bytes
 * each: it keeps 64-bit hashes, in shards that grow one by one so that no growth holds up the event loop (about 1 ms
 * at 13 million).
 *
 * Two different addresses are taken for one with a chance of n²/2⁶⁵: 5 in a million for a whole file of 13 million.
 * Then a row counts as a repeat of another: it costs nothing and still gets a verdict of its own. The hash is seeded,
 * so that nobody can prepare a file in which that happens.
 */
export class AddressSet {
  readonly #shards: (Shard | undefined)[] = new Array<Shard | undefined>(SHARDS).fill(undefined);
  #size = 0;

  constructor(private readonly seed: number = randomInt(2 ** 32)) {}

  get size(): number {
    return this.#size;
  }

  /** Memory that the hashes take. */
  get bytes(): number {
    return this.#shards.reduce((sum, shard) => sum + (shard?.bytes ?? 0), 0);
  }

  /** @param key the normalised address; @returns whether it was not in the set */
  addIfNew(key: string): boolean {
    let low = this.seed | 0;
    let high = ~this.seed;
    // Two lanes of MurmurHash3's rounds with constants of their own (those of its 128-bit variant for 32-bit
    // machines), two UTF-16 code units at a time, each lane stirred into the other.
    for (let i = 0; i < key.length; i += 2) {
      const word = key.charCodeAt(i) | (i + 1 < key.length ? key.charCodeAt(i + 1) << 16 : 0);
      low = (imul(rotate(low ^ imul(rotate(imul(word, 0x239b961b), 15), 0xab0e9789), 19), 5) + high) | 0;
      high = (imul(rotate(high ^ imul(rotate(imul(word, 0x38b34ae5), 16), 0xa1e38b93), 13), 5) + low) | 0;
    }
    low = finish(low ^ key.length);
    high = finish((high ^ key.length) + low);
    low = (low + high) | 0;
    // Two zeros mark a free slot.
    if (low === 0 && high === 0) low = 1;

    const shard = (this.#shards[high >>> 24] ??= new Shard());
    const isNew = shard.add(low, high);
    if (isNew) this.#size++;
    return isNew;
  }
}

/** Open addressing with linear probing; a slot is two neighbouring numbers. */
class Shard {
  #slots = new Int32Array(FIRST_SLOTS * 2);
  #taken = 0;

  get bytes(): number {
    return this.#slots.byteLength;
  }

  add(low: number, high: number): boolean {
    if (!place(this.#slots, low, high)) return false;
    this.#taken++;
    if (this.#taken * 2 > this.#slots.length * FULLEST) this.#grow();
    return true;
  }

  #grow(): void {
    const larger = new Int32Array(this.#slots.length * 2);
    for (let at = 0; at < this.#slots.length; at += 2) {
      const low = this.#slots[at] ?? 0;
      const high = this.#slots[at + 1] ?? 0;
      if (low !== 0 || high !== 0) place(larger, low, high);
    }
    this.#slots = larger;
  }
}

function place(slots: Int32Array, low: number, high: number): boolean {
  const mask = slots.length - 1;
  for (let at = (low << 1) & mask; ; at = (at + 2) & mask) {
    if (slots[at] === low && slots[at + 1] === high) return false;
    if (slots[at] === 0 && slots[at + 1] === 0) {
      slots[at] = low;
      slots[at + 1] = high;
      return true;
    }
  }
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** MurmurHash3's finisher: each bit of the input changes half of the bits of the output. */
function finish(word: number): number {
  word = imul(word ^ (word >>> 16), 0x85ebca6b);
  word = imul(word ^ (word >>> 13), 0xc2b2ae35);
  return word ^ (word >>> 16);
}
