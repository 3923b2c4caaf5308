import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { DiskFullError, DiskSpace } from '../../database/disk-space';
import type { Engine } from '../../engine';
import { ENGINE } from '../../validation/engine.token';
import { UnusableFileError } from '../batches.errors';
import { BatchesRepository } from '../batches.repository';
import { ChunkWriter } from './chunk-writer';
import { ChunksRepository } from '../chunks.repository';
import { AddressSet, CsvFault, isEmail, packChunks, type CsvRow, type CsvTable, type PackedChunk } from './csv';
import { ListReader, type GivenList, type OpenedList } from './list-reader';
import { StorageQuota } from './storage-quota';

const TOUCH_EVERY_MS = 60_000;
/** Characters of a file in which more malformed rows than others are no slip but storage for nothing. */
const LARGE = 10_485_760;
/** Compressed bytes of a list that are not stored before more come: some 70,000 rows, or millions that are alike. */
const HELD_BYTES = 1_048_576;
/** What is deleted in a statement or two: its sender may wait for that. */
const FEW = { chunks: 20, bytes: HELD_BYTES };

/** What is stored of an upload; the bytes are compressed ones. */
interface Stored {
  chunks: number;
  rows: number;
  bytes: number;
}

/** Whether a list that has come to so many rows, and may cost so much, will be refused for that. */
export type IsBeyond = (rows: number, cost: number) => Promise<boolean>;

export interface Intake {
  batchId: number;
  rowCount: number;
  /** What the batch can cost at most: its distinct well-formed addresses. */
  maxCost: number;
  stored: Stored;
  /** False: the list will be refused, for `IsBeyond` said so; it was counted to its end, and not all of it is stored. */
  isWhole: boolean;
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
  async store(
    organizationId: number,
    file: AsyncIterable<Uint8Array>,
    format: GivenList,
    isBeyond: IsBeyond,
  ): Promise<FileIntake> {
    let list: OpenedList | null = null;
    let name = '';
    const read = async (): Promise<CsvTable> => {
      list = await this.lists.open(file, format);
      name = nameOfAddresses(list.table);
      return list.table;
    };
    try {
      const intake = await this.take(organizationId, read, requireAddresses, isBeyond);
      return { ...intake, emailColumn: isEmail(name) ? null : name };
    } finally {
      await (list as OpenedList | null)?.close();
    }
  }

  /** The same of rows that were taken in before. @throws StorageFullError, DiskFullError, or what a read of the rows throws */
  async storeAgain(
    organizationId: number,
    table: Pick<CsvTable, 'columns' | 'rows'>,
    isBeyond: IsBeyond,
  ): Promise<Intake> {
    return this.take(
      organizationId,
      () => Promise.resolve(table),
      () => undefined,
      isBeyond,
    );
  }

  /** @param check throws when the rows are not fit to be taken in */
  private async take<Table extends Pick<CsvTable, 'columns' | 'rows'>>(
    organizationId: number,
    read: () => Promise<Table>,
    check: (given: GivenRows, table: Table) => void,
    isBeyond: IsBeyond,
  ): Promise<Intake> {
    let batchId: number | null = null;
    const stored = { chunks: 0, rows: 0, bytes: 0 };
    try {
      await this.disk.require();
      const take = await this.storage.open(organizationId);
      const table = await read();
      batchId = await this.batches.begin(organizationId, table.columns);
      const isFit = (given: GivenRows): void => {
        check(given, table);
      };
      const counted = await this.storeRows(batchId, table.rows, stored, { take, isFit, isBeyond });
      return { batchId, stored, ...counted };
    } catch (error) {
      if (batchId !== null) await this.drop({ batchId, stored }, error);
      throw error instanceof CsvFault ? new UnusableFileError(error.message) : error;
    }
  }

  /**
   * Removes what is stored of an upload that came to nothing. Much is left to the next sweep, since its sender waits for an answer
   * and holds a slot; not where the disk is full, and others wait for its room. So is what can't be removed now.
   */
  async drop({ batchId, stored }: Pick<Intake, 'batchId' | 'stored'>, cause: unknown): Promise<void> {
    const isLittle = stored.chunks <= FEW.chunks && stored.bytes <= FEW.bytes;
    const isNow = isLittle || cause instanceof DiskFullError;
    const dropping = isNow ? this.batches.discard(batchId) : this.batches.refuse(batchId, stored.rows);
    await dropping.catch((error: unknown) => {
      this.logger.warn(`What is stored of upload ${batchId} stays for now: ${String(error)}`);
    });
  }

  private async storeRows(
    batchId: number,
    rows: AsyncIterable<readonly CsvRow[]>,
    stored: Stored,
    limits: { take: (bytes: number) => void; isFit: (given: GivenRows) => void; isBeyond: IsBeyond },
  ): Promise<Pick<Intake, 'rowCount' | 'maxCost' | 'isWhole'>> {
    const seen = new AddressSet();
    const given = { characters: 0, malformed: 0, rows: 0 };
    const isRepeat = (address: string): boolean => {
      const normalised = this.engine.normalise(address);
      if (normalised === null) given.malformed += 1;
      return normalised !== null && !seen.addIfNew(normalised);
    };
    const writer = new ChunkWriter(async (chunks) => {
      await this.disk.require();
      // Before it is written: who knows what a write that failed has stored.
      for (const chunk of chunks) {
        stored.chunks += 1;
        stored.rows += chunk.rowCount;
        stored.bytes += bytesOf(chunk);
      }
      await this.chunks.insert(batchId, chunks);
    }, HELD_BYTES);
    let touchedAt = this.clock.now();
    let rowCount = 0;
    let isWhole = true;
    try {
      for await (const chunk of packChunks(counted(rows, given), isRepeat)) {
        rowCount += chunk.rowCount;
        isWhole &&= !(await limits.isBeyond(rowCount, seen.size));
        if (isWhole) {
          limits.take(bytesOf(chunk));
          await writer.add(chunk);
        }
        if (this.clock.now() - touchedAt < TOUCH_EVERY_MS) continue;
        touchedAt = this.clock.now();
        await this.batches.touch(batchId, stored.bytes);
      }
      given.rows = rowCount;
      limits.isFit(given);
      if (isWhole) await writer.end();
    } finally {
      // A write that is still going on would outlive the batch.
      await writer.settle();
    }
    return { rowCount, maxCost: seen.size, isWhole };
  }
}

function bytesOf({ addresses, lines }: PackedChunk): number {
  return addresses.length + lines.length;
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
