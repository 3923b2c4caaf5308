import { Readable, type PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of a ZIP, written when its turn comes. */
export interface ZippedFile {
  name: string;
  open: () => Promise<AsyncGenerator<string, void>>;
}

/**
 * Writes files into a ZIP one after the other, as fast as the target takes them: a piece of one file is in memory. Rejects
 * when a file can't be written to its end; the ZIP then has no directory at its end, so that nobody takes it for whole.
 */
export async function writeZip(
  files: readonly ZippedFile[],
  writtenAt: Date,
  target: NodeJS.WritableStream,
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | null = null;
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, open } of files) {
    zip.addReadStreamLazy(name, { mtime: writtenAt }, (take) => {
      open().then(
        (pieces) => {
          current = Readable.from(pieces);
          // The library listens to none of it.
          current.once('error', (error) => output.destroy(error));
          take(null, current);
        },
        (error: unknown) => output.destroy(error as Error),
      );
    });
  }
  zip.end();
  try {
    await pipeline(output, target);
  } finally {
    // Whoever has gone away leaves the file half read.
    (current as Readable | null)?.destroy();
  }
}
