/** Rows wait for this long at most before they are written. */
const WRITE_EVERY_MS = 500;
/** So many that wait are written at once. */
const FULL = 200;
/** More than these are dropped: the database is away, or slower than what makes them. */
export const MOST_WAITING = 5000;
/** Written together: SQLite does it in one turn of the event loop. */
const ROWS_OF_A_WRITE = 256;

/**
 * Rows that are written off the way of an answer: they wait in memory, are written some at a time, those of an organization
 * together, and are dropped and counted when the database can't take them.
 */
export class WaitingRows<Row extends { organizationId: number }> {
  private readonly waiting: Row[] = [];
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();
  private droppedCount = 0;

  constructor(
    private readonly write: (organizationId: number, rows: readonly Row[]) => Promise<unknown>,
    private readonly onFailure: (count: number, error: unknown) => void,
  ) {}

  get dropped(): number {
    return this.droppedCount;
  }

  /** Returns at once. */
  add(row: Row): void {
    if (this.waiting.length >= MOST_WAITING) {
      this.droppedCount += 1;
      return;
    }
    this.waiting.push(row);
    if (this.waiting.length >= FULL) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), WRITE_EVERY_MS).unref();
  }

  /** Forgets those that wait and are like this. */
  forget(isLike: (row: Row) => boolean): void {
    const kept = this.waiting.filter((row) => !isLike(row));
    this.waiting.splice(0, this.waiting.length, ...kept);
  }

  /** Writes all that waits; resolves when it is written or dropped. */
  flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    // One write after the other: more at once would only wait for each other.
    this.writing = this.writing.then(() => this.writeAll());
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) await this.writeSome(this.waiting.splice(0, ROWS_OF_A_WRITE));
  }

  private async writeSome(rows: readonly Row[]): Promise<void> {
    const byOrganization = new Map<number, Row[]>();
    for (const row of rows) {
      const others = byOrganization.get(row.organizationId);
      if (others === undefined) byOrganization.set(row.organizationId, [row]);
      else others.push(row);
    }
    for (const [organizationId, some] of byOrganization) {
      try {
        await this.write(organizationId, some);
      } catch (error) {
        this.droppedCount += some.length;
        this.onFailure(some.length, error);
      }
    }
  }
}
