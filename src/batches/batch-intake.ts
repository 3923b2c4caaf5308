import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock';
import { StorageRoom } from '../database/storage-room';
import type { Engine } from '../engine';
import { ENGINE } from '../validation/engine.token';
import { UnusableFileError } from './batches.errors';
import { BatchesRepository } from './batches.repository';
import { ChunkWriter } from './chunk-writer';
import { ChunksRepository } from './chunks.repository';
import { AddressSet, CsvFault, packChunks, readCsv, type CsvRow, type CsvTable } from './csv';
import { StorageShare } from './storage-share';

const TOUCH_EVERY_MS = 60_000;
/** Characters of a file in which more malformed rows than others are no slip but storage for nothing. */
const LARGE = 10_485_760;

export interface Intake {
  batchId: number;
  rowCount: number;
  /** What the batch can cost at most: its distinct well-formed addresses. */
  maxCost: number;
  /** Of the file, compressed. */
  storedBytes: number;
}

/** Stores a CSV file as the chunks of a batch that nobody sees yet, as it comes in: no more than a few chunks in memory. */
@Injectable()
export class BatchIntake {
  private readonly logger = new Logger('Batches');

  constructor(
    private readonly batches: BatchesRepository,
    private readonly chunks: ChunksRepository,
    private readonly storage: StorageShare,
    private readonly room: StorageRoom,
    private readonly clock: Clock,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** @throws UnusableFileError, StorageFullError, DiskFullError, or what a read of the file throws; then nothing is left of it */
  async store(organizationId: number, file: AsyncIterable<Uint8Array>): Promise<Intake> {
    let batchId: number | null = null;
    try {
      await this.room.require();
      const take = await this.storage.open(organizationId);
      const table = await readCsv(file);
      batchId = await this.batches.begin(organizationId, table.columns);
      return { batchId, ...(await this.storeRows(batchId, table, take)) };
    } catch (error) {
      if (batchId !== null) await this.drop(batchId);
      throw error instanceof CsvFault ? new UnusableFileError(error.message) : error;
    }
  }

  /** Removes what is stored of an upload that came to nothing. What can't be removed now is left to the sweep. */
  async drop(batchId: number): Promise<void> {
    await this.batches.discard(batchId).catch((error: unknown) => {
      this.logger.warn(`What is stored of upload ${batchId} stays for now: ${String(error)}`);
    });
  }

  private async storeRows(
    batchId: number,
    { rows }: CsvTable,
    take: (bytes: number) => void,
  ): Promise<Omit<Intake, 'batchId'>> {
    const seen = new AddressSet();
    const given = { characters: 0, malformed: 0 };
    const isRepeat = (address: string): boolean => {
      const normalised = this.engine.normalise(address);
      if (normalised === null) given.malformed += 1;
      return normalised !== null && !seen.addIfNew(normalised);
    };
    const writer = new ChunkWriter(async (chunks) => {
      await this.room.require();
      await this.chunks.insert(batchId, chunks);
    });
    let touchedAt = this.clock.now();
    let rowCount = 0;
    let storedBytes = 0;
    try {
      for await (const chunk of packChunks(counted(rows, given), isRepeat)) {
        rowCount += chunk.rowCount;
        const bytes = chunk.addresses.length + chunk.lines.length;
        storedBytes += bytes;
        take(bytes);
        await writer.add(chunk);
        if (this.clock.now() - touchedAt < TOUCH_EVERY_MS) continue;
        touchedAt = this.clock.now();
        await this.batches.touch(batchId, storedBytes);
      }
      await writer.end();
    } finally {
      // A write that is still going on would outlive the batch.
      await writer.settle();
    }
    if (given.characters > LARGE && given.malformed * 2 > rowCount) throw mostlyMalformed(given.malformed, rowCount);
    return { rowCount, maxCost: seen.size, storedBytes };
  }
}

async function* counted(
  rows: AsyncIterable<readonly CsvRow[]>,
  given: { characters: number },
): AsyncGenerator<readonly CsvRow[], void> {
  for await (const some of rows) {
    for (const { line } of some) given.characters += line.length;
    yield some;
  }
}

function mostlyMalformed(malformed: number, rows: number): UnusableFileError {
  return new UnusableFileError(
    `${malformed} of the ${rows} rows hold no well-formed address. That is taken for a mistake in a list of this size: ` +
      'is the column "email" the right one?',
  );
}
