import { statfs } from 'node:fs/promises';
import { DomainError } from '../common/domain-error';
import { reason } from '../common/reason';
import type { AppConfig } from '../config/app-config';
import type { Database } from './database';

const MIB = 1_048_576;
/** What uploads leave to the work that goes on (results, charges, the write-ahead log of some MiB): a share of the disk, within limits. */
const RESERVED_SHARE = 0.05;
// More than SQLite's log grows to (`WalCheckpoints`), which can be as large as that when the upload is refused.
const LEAST_RESERVED = 16 * MIB;
const MOST_RESERVED = 256 * MIB;

/** The disk has no room for what somebody wants to store; other requests go on. */
export class DiskFullError extends DomainError {
  readonly kind = 'disk_full';

  constructor(cause?: unknown) {
    super('There is too little room left on our disk for this list. Nothing was stored or charged; try again later.', {
      cause,
    });
  }
}

/** How much room the disk of the embedded set-up has. A database server looks after its own. */
export class DiskSpace {
  constructor(
    private readonly database: Database,
    private readonly config: Pick<AppConfig, 'DATA_DIR'>,
  ) {}

  /** For uploads, before and while they are stored. @throws DiskFullError */
  async require(): Promise<void> {
    if (this.database.dialect !== 'sqlite') return;
    const { free, reserved } = await this.look();
    if (free >= reserved) return;
    // Deleted rows leave pages to the database's next ones, and no room on the disk, of which the log needs some.
    const isEnough = free >= reserved / 4 && free + (await this.freeInFile()) >= reserved;
    if (!isEnough) throw new DiskFullError();
  }

  /** Null while there is room for the smallest things, else a sentence. */
  async fault(): Promise<string | null> {
    if (this.database.dialect !== 'sqlite') return null;
    try {
      const { free, reserved } = await this.look();
      const isFull = free < reserved / 8 && free + (await this.freeInFile()) < reserved / 8;
      return isFull ? `The disk of DATA_DIR is full (${(free / MIB).toFixed(1)} MiB left).` : null;
    } catch (error) {
      return `DATA_DIR can't be looked at (${reason(error)}).`;
    }
  }

  /** In bytes. */
  private async look(): Promise<{ free: number; reserved: number }> {
    const { bavail, blocks, bsize } = await statfs(this.config.DATA_DIR);
    const share = blocks * bsize * RESERVED_SHARE;
    return { free: bavail * bsize, reserved: Math.min(Math.max(share, LEAST_RESERVED), MOST_RESERVED) };
  }

  private async freeInFile(): Promise<number> {
    const [pages] = await this.database.query<{ freelist_count: number }>('PRAGMA freelist_count');
    const [page] = await this.database.query<{ page_size: number }>('PRAGMA page_size');
    return (pages?.freelist_count ?? 0) * (page?.page_size ?? 0);
  }
}
