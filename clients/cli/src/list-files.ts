import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
  type BigIntStats,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Fault, type FaultKind } from './exit-codes.js';

/** What can be known of a list and its results before anything is sent, and paid for. */

/** The name of results that are not whole yet: half a file looks like a whole one. */
export const draftOf = (target: string): string => `${target}.part`;

/** The file that an output names, itself or by links: it is written, and the links stay. */
export function targetOf(output: string): string {
  let target = output;
  // As far as Linux follows them.
  for (let links = 0; links < 40; links += 1) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw new Error('its links lead nowhere.');
}

/**
 * @param file undefined: the list is sent already; -: standard input
 * @param output undefined: none are wanted; -: standard output
 * @throws Fault
 */
export function requireFiles(file: string | undefined, output: string | undefined): void {
  const list = file === undefined ? null : requireReadable(file);
  if (output !== undefined && output !== '-') requireWritable(output, list);
}

function requireReadable(file: string): BigIntStats {
  const what = `${file === '-' ? 'Standard input' : file} can't be read`;
  const stats = attempt('input', what, () =>
    file === '-' ? fstatSync(0, { bigint: true }) : statSync(file, { bigint: true }),
  );
  if (stats.isDirectory()) throw new Fault('input', `${what}: it is a folder.`);
  // What comes out of a pipe comes once.
  if (stats.isFile() && attempt('input', what, () => isPacked(file))) {
    throw new Fault('input', `${what}: it is packed. Unpack it on its way: gunzip -c list.csv.gz | evs list - …`);
  }
  return stats;
}

function requireWritable(output: string, list: BigIntStats | null): void {
  const what = `${output} can't be written`;
  const path = attempt('output', what, () => targetOf(output));
  const draft = draftOf(path);
  const [there, draftThere] = [path, draft].map((one) =>
    attempt('output', what, () => statSync(one, { bigint: true, throwIfNoEntry: false })),
  );
  for (const target of [there, draftThere]) {
    if (list !== null && target?.dev === list.dev && target.ino === list.ino) {
      throw new Fault('usage', `${output} would overwrite the list itself: name another file for the results.`);
    }
  }
  // Its name would be taken away from it.
  if (there?.isFile() === false) {
    throw new Fault('output', `${what}: it is no file. -o - writes to standard output.`);
  }
  attempt('output', what, () => {
    const folder = statSync(dirname(path), { throwIfNoEntry: false });
    if (folder === undefined) throw new Error(`there is no folder ${dirname(path)}.`);
    closeSync(openSync(draft, 'a'));
    if (draftThere === undefined) rmSync(draft);
  });
}

function attempt<Result>(kind: FaultKind, what: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw new Fault(kind, `${what}: ${(error as Error).message}`);
  }
}

/** By the first two bytes of gzip (RFC 1952 2.3.1); read by their place, so that standard input is as it was. */
function isPacked(file: string): boolean {
  const bytes = Buffer.alloc(2);
  const opened = file === '-' ? 0 : openSync(file, 'r');
  try {
    return readSync(opened, bytes, 0, 2, 0) === 2 && bytes.readUInt16BE() === 0x1f8b;
  } finally {
    if (opened !== 0) closeSync(opened);
  }
}
