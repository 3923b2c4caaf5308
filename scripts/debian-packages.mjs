import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian's packages, unpacked into a folder that a process is given as its root: no user, file or service of this machine changes. */

/** Without a network what needs it is skipped: nobody wants to wait for that. */
export const impatient = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];

/** A sentence that says why this machine can't do that, else undefined. */
export function whyNoRoots(...programs) {
  if (process.platform !== 'linux' || process.getuid() !== 0) return 'they need Linux and root';
  const lacking = ['apt-get', 'dpkg', 'mknod', 'chroot', ...programs].filter((program) => !has(program));
  if (lacking.length > 0) return `they come from Debian, and ${lacking.join(' and ')} can't be found here`;
  return mayMakeRoots() ? undefined : 'this container allows no mknod or chroot';
}

/** Runs a program. @throws Error with what it wrote to standard error; @returns what it wrote to standard output */
export function must(program, args, options = {}) {
  const { status, error, stderr, stdout } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`\`${program} ${args.join(' ')}\` failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}

function has(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function mayMakeRoots() {
  const trial = mkdtempSync(join(tmpdir(), 'evs-roots-'));
  const runs = (...command) => spawnSync(command[0], command.slice(1)).status === 0;
  const may = runs('mknod', join(trial, 'null'), 'c', '1', '3') && runs('chroot', '/', 'true');
  rmSync(trial, { recursive: true });
  return may;
}
