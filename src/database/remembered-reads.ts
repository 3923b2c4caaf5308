import { LRUCache } from 'lru-cache';
import type { AccessChanges } from '../common/access-changes';
import type { Database } from './database';

/** How long a process may go on with what it read, should an announcement get lost. */
const MAX_AGE_MS = 5000;
const MAX_KEYS = 10_000;

/**
 * What requests ask the database for again and again. Remembered for at most 5 seconds where changes by other processes are
 * announced, or the database says that there were some; asked anew each time elsewhere (ADR 0005).
 */
export class RememberedReads<Key extends string | number, Value> {
  private readonly remembered = new LRUCache<Key, Promise<Value>>({ max: MAX_KEYS, ttl: MAX_AGE_MS });
  private readonly isShared: boolean;
  private version: number | null = null;
  private isVersionFresh = false;

  constructor(
    private readonly database: Database,
    changes: AccessChanges,
    private readonly read: (key: Key) => Promise<Value>,
  ) {
    this.isShared = changes.isShared;
    changes.onChange(() => {
      this.remembered.clear();
    });
  }

  find(key: Key): Promise<Value> {
    if (!this.isShared && !this.hasVersion()) return this.read(key);
    const known = this.remembered.get(key);
    if (known !== undefined) return known;
    const reading = this.read(key);
    this.remembered.set(key, reading);
    reading.catch(() => {
      if (this.remembered.peek(key) === reading) this.remembered.delete(key);
    });
    return reading;
  }

  /**
   * Forgets all once another process has written; what this process itself changes it is told. Looked for once a turn of
   * the event loop: a request that arrives after the other's write is read in a later one.
   * @returns false where the database cannot tell
   */
  private hasVersion(): boolean {
    if (this.isVersionFresh) return true;
    const version = this.database.versionByOthers();
    if (version === null) return false;
    if (version !== this.version) this.remembered.clear();
    this.version = version;
    this.isVersionFresh = true;
    setImmediate(() => {
      this.isVersionFresh = false;
    });
    return true;
  }
}
