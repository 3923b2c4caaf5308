import { readFileSync } from 'node:fs';

/** The script, its shell, npm, and one more than there should be. */
const MAX_LEVELS = 4;

/** The parent of a process, by Linux's `/proc`; 0 where that is not known. */
function parentOf(pid: number): number {
  try {
    // The second field is the program's name in brackets and may hold anything.
    return Number(/.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function ancestors(levels: number): number[] {
  const pids: number[] = [];
  for (let pid = process.ppid; pid > 0 && pids.length < levels; pid = parentOf(pid)) pids.push(pid);
  return pids;
}

/**
 * Looks at the processes between us and the npm that runs `script`, itself included: between are its shell, and our own
 * start script. Elsewhere than on Linux only our parent is known.
 * @returns whether they are still the ones that they were
 */
export function watchAncestorsUpToNpm(script: string): () => boolean {
  const all = ancestors(MAX_LEVELS);
  const levels = all.findLastIndex((pid) => commandOf(pid).includes(script)) + 2;
  const before = all.slice(0, levels).join();
  return () => ancestors(levels).join() === before;
}
