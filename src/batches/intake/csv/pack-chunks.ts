import { readGzipJson, writeGzipJson } from './gzip-json';
import type { CsvRow } from './row-writer';
import { toStoredLine, type StoredLine } from './stored-line';

/** Steps in which a list is worked through, until chunks are as large as they get. */
const STEPS = 50;
/** What a chunk costs beside its rows (leases, lookups, saves) is little from here on. Progress moves within chunks, too. */
const FEWEST_ROWS = 200;
const MOST_ROWS = 500;
/** Characters of a chunk; a single row may have more. */
const TEXT_LIMIT = 1_048_576;
/** Chunks compressed at a time, beside the reading of the next rows. */
const IN_FLIGHT = 4;

/** An address as given, and 1 when an earlier row of the file had the same, else 0. */
export type ChunkAddress = [address: string, repeat: 0 | 1];

export interface PackedChunk {
  /** From 0, in the order of the file. */
  position: number;
  rowCount: number;
  /** For `readAddresses`. */
  addresses: Buffer;
  /** For `readLines`. */
  lines: Buffer;
}

interface OpenChunk {
  addresses: ChunkAddress[];
  lines: StoredLine[];
  characters: number;
}

/**
 * Groups rows into chunks that are compressed side by side and come out in order: a fiftieth of the rows so far, at
 * least 200 and at most 500 of them, and no more than 1 MiB of text. It reads ahead by a few chunks at most.
 * @param isRepeat asked once for each row, in order
 */
export async function* packChunks(
  batches: AsyncIterable<readonly CsvRow[]>,
  isRepeat: (address: string) => boolean,
): AsyncGenerator<PackedChunk, void> {
  const packing: Promise<PackedChunk>[] = [];
  let open = emptyChunk();
  let position = 0;
  let rowsSoFar = 0;

  function close(): void {
    const packed = pack(open, position++);
    // Whoever awaits it sees the fault; until then it must not count as unhandled.
    packed.catch(() => undefined);
    packing.push(packed);
    open = emptyChunk();
  }

  for await (const rows of batches) {
    for (const row of rows) {
      const { address, line, surplus } = row;
      const characters = address.length + line.length + (surplus?.length ?? 0);
      if (open.lines.length > 0 && open.characters + characters > TEXT_LIMIT) close();
      open.addresses.push([address, isRepeat(address) ? 1 : 0]);
      open.lines.push(toStoredLine(row));
      open.characters += characters;
      rowsSoFar++;
      if (open.lines.length >= chunkSize(rowsSoFar)) close();
      while (packing.length > IN_FLIGHT) yield await takeFirst(packing);
    }
  }
  if (open.lines.length > 0) close();
  while (packing.length > 0) yield await takeFirst(packing);
}

export async function readAddresses(bytes: Uint8Array): Promise<ChunkAddress[]> {
  return (await readGzipJson(bytes)) as ChunkAddress[];
}

export async function readLines(bytes: Uint8Array): Promise<StoredLine[]> {
  return (await readGzipJson(bytes)) as StoredLine[];
}

function chunkSize(rowsSoFar: number): number {
  return Math.min(Math.max(Math.floor(rowsSoFar / STEPS), FEWEST_ROWS), MOST_ROWS);
}

function emptyChunk(): OpenChunk {
  return { addresses: [], lines: [], characters: 0 };
}

async function pack({ addresses, lines }: OpenChunk, position: number): Promise<PackedChunk> {
  const [packedAddresses, packedLines] = await Promise.all([writeGzipJson(addresses), writeGzipJson(lines)]);
  return { position, rowCount: lines.length, addresses: packedAddresses, lines: packedLines };
}

async function takeFirst(packing: Promise<PackedChunk>[]): Promise<PackedChunk> {
  const first = packing.shift();
  if (!first) throw new Error('no chunk is being packed');
  return first;
}
