import { randomUUID } from 'node:crypto';
import { mkdir, open, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes between two looks at the disk. */
const LOOK_EVERY = 8 * 1_048_576;

/** A file that can be read anywhere in it, has no name any more, and is gone with its handle, or with the process. */
export interface SpooledFile {
  handle: FileHandle;
  size: number;
}

/**
 * Writes what comes in to a file of its own: a ZIP archive can be read from its end only.
 * @param requireRoom throws when the disk has too little room
 * @throws what the source or the disk throws; then nothing is left of it
 */
export async function spool(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  requireRoom: () => Promise<void>,
): Promise<SpooledFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `upload-${randomUUID()}.tmp`);
  const handle = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    let size = 0;
    let looked = 0;
    for await (const chunk of source) {
      if (size - looked >= LOOK_EVERY) {
        looked = size;
        await requireRoom();
      }
      await handle.writeFile(chunk);
      size += chunk.length;
    }
    return { handle, size };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
