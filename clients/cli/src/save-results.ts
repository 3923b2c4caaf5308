import { renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Batch, DownloadOptions } from 'email-validation-client';
import { Fault } from './exit-codes.js';
import { draftOf } from './list-files.js';

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
  const draft = draftOf(output);
  try {
    const file = await open(draft, 'w');
    await pipeline(results, file.createWriteStream(), { signal });
    renameSync(draft, output);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined || code === 'ECONNRESET') throw error;
    throw new Fault('output', `${output} can't be written: ${message}`);
  }
}
