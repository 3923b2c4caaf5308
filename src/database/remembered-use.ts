import { LRUCache } from 'lru-cache';
import type { AccessChanges } from '../common/access-changes';
import { ChangeWatch } from './change-watch';
import type { Database } from './database';

/** How long a process may go on with a "no", should an announcement get lost. */
const MAX_AGE_MS = 5000;
const MAX_REMEMBERED = 10_000;

/**
 * Which organizations use something at all, so that nothing is asked for all others. A "yes" stays one; a "no" is remembered as
 * `RememberedReads` does it.
 */
export class RememberedUse {
  private readonly users = new LRUCache<number, true>({ max: MAX_REMEMBERED });
  private readonly others = new LRUCache<number, true>({ max: MAX_REMEMBERED, ttl: MAX_AGE_MS });
  private readonly watch: ChangeWatch;

  /** @param ask the database */
  constructor(
    database: Database,
    private readonly changes: AccessChanges,
    private readonly ask: (organizationId: number) => Promise<boolean>,
  ) {
    this.watch = new ChangeWatch(database, changes, () => {
      this.others.clear();
    });
  }

  /** No promise where it is remembered. */
  isUsed(organizationId: number): boolean | Promise<boolean> {
    if (this.users.has(organizationId)) return true;
    const mayRemember = this.watch.mayRemember();
    if (mayRemember && this.others.has(organizationId)) return false;
    return this.askFor(organizationId, mayRemember);
  }

  private async askFor(organizationId: number, mayRemember: boolean): Promise<boolean> {
    const isUsed = await this.ask(organizationId);
    if (isUsed) this.users.set(organizationId, true);
    else if (mayRemember) this.others.set(organizationId, true);
    return isUsed;
  }

  /** Asks nobody: true once `isUsed` has said so in this process. */
  isKnownToBeUsed(organizationId: number): boolean {
    return this.users.has(organizationId);
  }

  /** After the write that begins it. */
  async announce(organizationId: number): Promise<void> {
    this.users.set(organizationId, true);
    await this.changes.announce();
  }
}
