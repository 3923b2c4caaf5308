import type { PackedChunk } from './csv';

/** Chunks written by one statement: few, since each may hold megabytes, and the next are made meanwhile. */
const CHUNKS_PER_WRITE = 2;

/**
 * Writes chunks some at a time, while the next ones are being made: never more than two statements' worth in memory, and what is
 * held back.
 */
export class ChunkWriter {
  private readonly pending: PackedChunk[] = [];
  private writing = Promise.resolve();
  private bytes = 0;

  /** @param heldBytes of the first chunks, compressed, that are written when more come, or at the end: a list that is refused by then leaves nothing */
  constructor(
    private readonly write: (chunks: PackedChunk[]) => Promise<void>,
    private readonly heldBytes = 0,
  ) {}

  /** Rejects when an earlier write failed. */
  async add(chunk: PackedChunk): Promise<void> {
    this.bytes += chunk.addresses.length + chunk.lines.length;
    if (this.bytes < this.heldBytes) {
      this.pending.push(copyOf(chunk));
      return;
    }
    this.pending.push(chunk);
    while (this.pending.length >= CHUNKS_PER_WRITE) await this.flush();
  }

  /** Resolves when all is written. */
  async end(): Promise<void> {
    while (this.pending.length > 0) await this.flush();
    await this.writing;
  }

  /** Resolves when nothing is being written any more, whatever came of it. */
  async settle(): Promise<void> {
    await this.writing.catch(() => undefined);
  }

  /** Begins the next write when the last one is done. */
  private async flush(): Promise<void> {
    await this.writing;
    this.writing = this.write(this.pending.splice(0, CHUNKS_PER_WRITE));
    // Whoever awaits it sees the fault; until then it must not count as unhandled.
    this.writing.catch(() => undefined);
  }
}

/** What the compressor hands out is a view of a buffer that is many times as large. */
function copyOf(chunk: PackedChunk): PackedChunk {
  return { ...chunk, addresses: Buffer.from(chunk.addresses), lines: Buffer.from(chunk.lines) };
}
