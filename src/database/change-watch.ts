import type { AccessChanges } from '../common/access-changes';
import type { Database } from './database';

/** Says whether what was read from the database may be remembered, and when it must be forgotten (ADR 0005). */
export class ChangeWatch {
  private version: number | null = null;

  /** @param forget all that is remembered: something was changed, by this process or another */
  constructor(
    private readonly database: Database,
    private readonly changes: AccessChanges,
    private readonly forget: () => void,
  ) {
    changes.onChange(forget);
  }

  /** Looks for changes that nobody has announced. False: others may make some, and nobody would tell. */
  mayRemember(): boolean {
    if (this.changes.isShared) return true;
    const version = this.database.versionByOthers();
    if (version === null) return false;
    if (version !== this.version) this.forget();
    this.version = version;
    return true;
  }
}
