import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock';
import type { Engine } from '../engine';
import { ENGINE } from '../validation/engine.token';
import { UnusableFileError } from './batches.errors';
import { BatchesRepository } from './batches.repository';
import { ChunkWriter } from './chunk-writer';
import { ChunksRepository } from './chunks.repository';
import { AddressSet, CsvFault, packChunks, readCsv, type CsvTable } from './csv';

const TOUCH_EVERY_MS = 60_000;

export interface Intake {
  batchId: number;
  rowCount: number;
  /** What the batch can cost at most: its distinct well-formed addresses. */
  maxCost: number;
}

/** Stores a CSV file as the chunks of a batch that nobody sees yet, as it comes in: no more than a few chunks in memory. */
@Injectable()
export class BatchIntake {
  private readonly logger = new Logger('Batches');

  constructor(
    private readonly batches: BatchesRepository,
    private readonly chunks: ChunksRepository,
    private readonly clock: Clock,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** @throws UnusableFileError, or what a read of the file throws; then nothing is left of it */
  async store(organizationId: number, file: AsyncIterable<Uint8Array>): Promise<Intake> {
    let batchId: number | null = null;
    try {
      const table = await readCsv(file);
      batchId = await this.batches.begin(organizationId, table.columns);
      return { batchId, ...(await this.storeRows(batchId, table)) };
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

  private async storeRows(batchId: number, { rows }: CsvTable): Promise<Omit<Intake, 'batchId'>> {
    const seen = new AddressSet();
    const isRepeat = (address: string): boolean => {
      const normalised = this.engine.normalise(address);
      return normalised !== null && !seen.addIfNew(normalised);
    };
    const writer = new ChunkWriter((chunks) => this.chunks.insert(batchId, chunks));
    let touchedAt = this.clock.now();
    let rowCount = 0;
    try {
      for await (const chunk of packChunks(rows, isRepeat)) {
        rowCount += chunk.rowCount;
        await writer.add(chunk);
        if (this.clock.now() - touchedAt < TOUCH_EVERY_MS) continue;
        touchedAt = this.clock.now();
        await this.batches.touch(batchId);
      }
      await writer.end();
    } finally {
      // A write that is still going on would outlive the batch.
      await writer.settle();
    }
    return { rowCount, maxCost: seen.size };
  }
}
