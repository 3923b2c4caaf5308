import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk in memory, for tests that fill it. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Null, and a line that says so, where this user may not mount. */
  static make(mebibytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), 'evs-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'none', folder], { stdio: 'pipe' });
      return new SmallDisk(folder);
    } catch (error) {
      rmSync(folder, { recursive: true });
      process.stderr.write(`NOT TESTED: a full disk, since none can be mounted here (${String(error)}).\n`);
      return null;
    }
  }

  remove(): void {
    execFileSync('umount', [this.folder]);
    rmSync(this.folder, { recursive: true });
  }
}
