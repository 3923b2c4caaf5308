import { Readable, type PassThrough } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** One file of a ZIP, written when its turn comes. */
export interface ZippedFile {
  name: string;
  open: () => Promise<AsyncIterable<string> | Iterable<string>>;
}

/**
 * Writes files into a ZIP one after the other, as fast as the target takes them: a piece of one file is in memory. The next
 * file is asked for when the one in front of it was read. Rejects when a file can't be written to its end; the ZIP then has no
 * directory at its end, so that nobody takes it for whole.
 */
export async function writeZip(
  files: Iterable<ZippedFile> | AsyncIterable<ZippedFile>,
  writtenAt: Date,
  target: NodeJS.WritableStream,
): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  let current: Readable | null = null;
  zip.on('error', (error: Error) => output.destroy(error));
  const add = async (): Promise<void> => {
    for await (const { name, open } of files) {
      const pieces = Readable.from(await open());
      current = pieces;
      zip.addReadStream(pieces, name, { mtime: writtenAt });
      await finished(pieces);
    }
    zip.end();
  };
  const adding = add().catch((error: unknown) => output.destroy(error as Error));
  try {
    await pipeline(output, target);
  } finally {
    // Whoever has gone away leaves the file half read.
    (current as Readable | null)?.destroy();
    await adding;
  }
}
