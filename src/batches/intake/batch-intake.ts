import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { DiskSpace } from '../../database/disk-space';
import type { Engine } from '../../engine';
import { ENGINE } from '../../validation/engine.token';
import { UnusableFileError } from '../batches.errors';
import { BatchesRepository } from '../batches.repository';
import { ChunkWriter } from './chunk-writer';
import { ChunksRepository } from '../chunks.repository';
import { AddressSet, CsvFault, isEmail, packChunks, type CsvRow, type CsvTable } from './csv';
import { ListReader, type GivenList, type OpenedList } from './list-reader';
import { StorageQuota } from './storage-quota';

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

export interface FileIntake extends Intake {
  /** The name of the column that was read; null: `email`, or there was no header. */
  emailColumn: string | null;
}

interface GivenRows {
  rows: number;
  characters: number;
  malformed: number;
}

/** Stores a list as the chunks of a batch that nobody sees yet, as it comes in: no more than a few chunks in memory. */
@Injectable()
export class BatchIntake {
  private readonly logger = new Logger('Batches');

  constructor(
    private readonly batches: BatchesRepository,
    private readonly chunks: ChunksRepository,
    private readonly storage: StorageQuota,
    private readonly lists: ListReader,
    private readonly disk: DiskSpace,
    private readonly clock: Clock,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** @throws UnusableFileError, StorageFullError, DiskFullError, or what a read of the file throws; then nothing is left of it */
  async store(organizationId: number, file: AsyncIterable<Uint8Array>, format: GivenList): Promise<FileIntake> {
    let list: OpenedList | null = null;
    let name = '';
    const read = async (): Promise<CsvTable> => {
      list = await this.lists.open(file, format);
      name = nameOfAddresses(list.table);
      return list.table;
    };
    try {
      const intake = await this.take(organizationId, read, requireAddresses);
      return { ...intake, emailColumn: isEmail(name) ? null : name };
    } finally {
      await (list as OpenedList | null)?.close();
    }
  }

  /** The same of rows that were taken in before. @throws StorageFullError, DiskFullError, or what a read of the rows throws */
  async storeAgain(organizationId: number, table: Pick<CsvTable, 'columns' | 'rows'>): Promise<Intake> {
    return this.take(
      organizationId,
      () => Promise.resolve(table),
      () => undefined,
    );
  }

  /** @param check throws when the rows are not fit to be taken in */
  private async take<Table extends Pick<CsvTable, 'columns' | 'rows'>>(
    organizationId: number,
    read: () => Promise<Table>,
    check: (given: GivenRows, table: Table) => void,
  ): Promise<Intake> {
    let batchId: number | null = null;
    try {
      await this.disk.require();
      const take = await this.storage.open(organizationId);
      const table = await read();
      batchId = await this.batches.begin(organizationId, table.columns);
      const { given, ...stored } = await this.storeRows(batchId, table.rows, take);
      check(given, table);
      return { batchId, ...stored };
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
    rows: AsyncIterable<readonly CsvRow[]>,
    take: (bytes: number) => void,
  ): Promise<Omit<Intake, 'batchId'> & { given: GivenRows }> {
    const seen = new AddressSet();
    const given = { characters: 0, malformed: 0, rows: 0 };
    const isRepeat = (address: string): boolean => {
      const normalised = this.engine.normalise(address);
      if (normalised === null) given.malformed += 1;
      return normalised !== null && !seen.addIfNew(normalised);
    };
    const writer = new ChunkWriter(async (chunks) => {
      await this.disk.require();
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
    given.rows = rowCount;
    return { rowCount, maxCost: seen.size, storedBytes, given };
  }
}

/** @throws UnusableFileError */
function requireAddresses({ characters, malformed, rows }: GivenRows, table: CsvTable): void {
  if (characters > LARGE && malformed * 2 > rows) throw mostlyMalformed(malformed, rows, nameOfAddresses(table));
}

function nameOfAddresses({ columns, emailColumn }: CsvTable): string {
  return columns[emailColumn] ?? '';
}

async function* counted(
  rows: AsyncIterable<readonly CsvRow[]>,
  given: { characters: number },
): AsyncGenerator<readonly CsvRow[], void> {
  for await (const some of rows) {
    for (const { line, surplus } of some) given.characters += line.length + (surplus?.length ?? 0);
    yield some;
  }
}

function mostlyMalformed(malformed: number, rows: number, column: string): UnusableFileError {
  return new UnusableFileError(
    `${malformed} of the ${rows} rows hold no well-formed address. That is taken for a mistake in a list of this size: ` +
      `is the column "${column.slice(0, 40)}" the right one?`,
  );
}
