import { LRUCache } from 'lru-cache';
import type { AccessChanges } from '../common/access-changes';
import { ChangeWatch } from './change-watch';
import type { Database } from './database';

/** How long a process may go on with what it read, should an announcement get lost. */
const MAX_AGE_MS = 5000;
const MAX_KEYS = 10_000;

/**
 * What requests ask the database for again and again. Remembered for at most 5 seconds where changes by other processes are
 * announced, or the database says that there were some; asked anew each time elsewhere.
 */
export class RememberedReads<Key extends string | number, Value> {
  private readonly remembered = new LRUCache<Key, Promise<Value>>({ max: MAX_KEYS, ttl: MAX_AGE_MS });
  private readonly watch: ChangeWatch;

  constructor(
    database: Database,
    changes: AccessChanges,
    private readonly read: (key: Key) => Promise<Value>,
  ) {
    this.watch = new ChangeWatch(database, changes, () => {
      this.remembered.clear();
    });
  }

  find(key: Key): Promise<Value> {
    if (!this.watch.mayRemember()) return this.read(key);
    const known = this.remembered.get(key);
    if (known !== undefined) return known;
    const reading = this.read(key);
    this.remembered.set(key, reading);
    reading.catch(() => {
      if (this.remembered.peek(key) === reading) this.remembered.delete(key);
    });
    return reading;
  }
}
