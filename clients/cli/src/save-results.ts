import { renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Batch, DownloadOptions } from 'email-validation-client';
import { Fault } from './exit-codes.js';
import { draftOf, targetOf } from './list-files.js';

/** Writes the results, under another name until they are whole. @param output -: standard output @throws Fault */
export async function saveResults(
  batch: Batch,
  output: string,
  { signal, ...options }: DownloadOptions & { signal: AbortSignal },
): Promise<void> {
  const results = Readable.fromWeb(
    (await batch.download({ ...options, signal })) as Parameters<typeof Readable.fromWeb>[0],
  );
  if (output === '-') {
    await pipeline(results, process.stdout, { end: false, signal });
    return;
  }
  try {
    await writeWhole(targetOf(output), results, signal);
  } catch (error) {
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || code === 'ECONNRESET') throw error;
    throw new Fault('output', `${output} can't be written: ${message}`);
  }
}

/** In place of what stands there, with its rights. */
async function writeWhole(target: string, results: Readable, signal: AbortSignal): Promise<void> {
  const draft = draftOf(target);
  const remove = (): void => {
    rmSync(draft, { force: true });
  };
  // Who interrupts twice ends the process at once.
  process.once('exit', remove);
  try {
    const before = statSync(target, { throwIfNoEntry: false });
    const file = await open(draft, 'w', before === undefined ? undefined : before.mode & 0o7777);
    if (before !== undefined && (await file.stat()).mode !== before.mode) await file.chmod(before.mode & 0o7777);
    await pipeline(results, file.createWriteStream(), { signal });
    renameSync(draft, target);
  } catch (error) {
    remove();
    throw error;
  } finally {
    process.off('exit', remove);
  }
}
