import { DatabaseUnavailableError, OutcomeUnknownError } from './database.errors';
import { DiskFullError } from './disk-space';

/** Of one write: what comes later is written by the next. */
const MOST_ROWS = 32;
const MOST_BYTES = 4 * 1024 * 1024;
/** Under way at a time: the next is begun though the database takes long over one. */
const MOST_WRITES = 2;

interface Waiting<Row> {
  row: Row;
  bytes: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Writes the rows that come at the same time by one statement, which costs little more than that of one row. A row waits
 * for no others: what is there when the database has time for a write is in it.
 */
export class JointWrites<Row> {
  private readonly waiting: Waiting<Row>[] = [];
  private underWay = 0;
  private isBegun = false;

  /** @param write of one row or more, all or none */
  constructor(private readonly write: (rows: readonly Row[]) => Promise<unknown>) {}

  /**
   * Resolves when the row is written.
   * @param bytes of the row, about
   * @throws what `write` rejects with
   */
  add(row: Row, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ row, bytes, resolve, reject });
      this.begin();
    });
  }

  /** After this turn of the event loop, so that what it brings besides is written with it. */
  private begin(): void {
    if (this.isBegun || this.underWay >= MOST_WRITES || this.waiting.length === 0) return;
    this.isBegun = true;
    setImmediate(() => {
      this.isBegun = false;
      this.underWay += 1;
      void this.writeTogether(this.next()).finally(() => {
        this.underWay -= 1;
        this.begin();
      });
      this.begin();
    });
  }

  private next(): Waiting<Row>[] {
    let bytes = 0;
    const fitting = this.waiting.findIndex((one, index) => {
      bytes += one.bytes;
      return index >= MOST_ROWS || (index > 0 && bytes > MOST_BYTES);
    });
    return this.waiting.splice(0, fitting === -1 ? this.waiting.length : fitting);
  }

  private async writeTogether(some: readonly Waiting<Row>[]): Promise<void> {
    try {
      await this.write(some.map(({ row }) => row));
      for (const { resolve } of some) resolve();
    } catch (error) {
      if (some.length === 1 || isOfTheMoment(error)) for (const { reject } of some) reject(error);
      // One that can't be written must not take the others with it.
      else for (const one of some) await this.writeTogether([one]);
    }
  }
}

const isOfTheMoment = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || error instanceof OutcomeUnknownError || error instanceof DiskFullError;
