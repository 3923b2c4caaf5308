import { Inject, Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { DiskFullError, DiskSpace } from '../../database/disk-space';
import { readCsv, type CsvTable, type ListFormat } from './csv';
import { Semaphore } from './semaphore';
import { isArchive, readXlsx, spool } from './xlsx';

/** Each may have 64 MiB of texts in memory. */
const WORKBOOKS_AT_A_TIME = 2;

/** How a list is to be read. */
export interface GivenList extends ListFormat {
  /** Reads a list that is told to be neither CSV nor a workbook. */
  read?: (file: AsyncIterable<Uint8Array>) => CsvTable | Promise<CsvTable>;
}

export interface OpenedList {
  table: CsvTable;
  /** To be called when its rows are read, or nobody wants them any more. */
  close: () => Promise<void>;
}

/** Opens the file of an upload as a table, whether it is CSV or a workbook: that is told by its first bytes, not by its name. Other kinds are told. */
@Injectable()
export class ListReader {
  private readonly workbooks = new Semaphore(WORKBOOKS_AT_A_TIME);

  constructor(
    private readonly disk: DiskSpace,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'DATA_DIR'>,
  ) {}

  /** @throws CsvFault, DiskFullError, or what a read of the file throws */
  async open(file: AsyncIterable<Uint8Array>, format: GivenList): Promise<OpenedList> {
    if (format.read !== undefined) return { table: await format.read(file), close: () => Promise.resolve() };
    const { first, all } = await peek(file);
    if (isArchive(first)) return this.openWorkbook(all, format);
    return { table: await readCsv(all, format), close: () => Promise.resolve() };
  }

  private async openWorkbook(source: AsyncIterable<Uint8Array>, format: ListFormat): Promise<OpenedList> {
    const file = await spool(source, this.config.DATA_DIR, () => this.disk.require()).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new DiskFullError(error) : error;
    });
    const end = await this.workbooks.acquire();
    const close = async (): Promise<void> => {
      end();
      await file.handle.close();
    };
    try {
      return { table: await readXlsx(file, format), close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}

/** The first bytes of a source, and a source of all of them; the one underneath is left open when that ends. */
async function peek(source: AsyncIterable<Uint8Array>): Promise<{ first: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const chunks = (source instanceof Readable ? source.iterator({ destroyOnReturn: false }) : source)[
    Symbol.asyncIterator
  ]() as AsyncIterator<Uint8Array>;
  let first: Uint8Array = new Uint8Array();
  let isEnded = false;
  while (first.length < 4 && !isEnded) {
    const next = await chunks.next();
    if (next.done === true) isEnded = true;
    else first = first.length === 0 ? next.value : Buffer.concat([first, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array, void> {
    if (first.length > 0) yield first;
    for (;;) {
      const next = await chunks.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { first, all: all() };
}
