import type { PackedChunk } from './csv';

/** Chunks written by one statement: few, since MySQL gets their bytes as hexadecimal text of twice the size. */
const CHUNKS_PER_WRITE = 2;

/** Writes chunks some at a time, while the next ones are being made: never more than two statements' worth in memory. */
export class ChunkWriter {
  private pending: PackedChunk[] = [];
  private writing = Promise.resolve();

  constructor(private readonly write: (chunks: PackedChunk[]) => Promise<void>) {}

  /** Rejects when an earlier write failed. */
  async add(chunk: PackedChunk): Promise<void> {
    this.pending.push(chunk);
    if (this.pending.length < CHUNKS_PER_WRITE) return;
    await this.writing;
    this.flush();
  }

  /** Resolves when all is written. */
  async end(): Promise<void> {
    await this.writing;
    if (this.pending.length > 0) this.flush();
    await this.writing;
  }

  /** Resolves when nothing is being written any more, whatever came of it. */
  async settle(): Promise<void> {
    await this.writing.catch(() => undefined);
  }

  private flush(): void {
    this.writing = this.write(this.pending);
    // Whoever awaits it sees the fault; until then it must not count as unhandled.
    this.writing.catch(() => undefined);
    this.pending = [];
  }
}
