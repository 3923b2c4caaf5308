import { createReadStream, promises } from 'node:fs';

/** Bytes as they are read, and how to give the file back. */
export type OpenedFile = AsyncIterable<Uint8Array> & { destroy: () => unknown };

/** How to open a file, as often as it is sent. @throws where there is none, or it may not be read */
export async function fileOpener(path: string): Promise<() => OpenedFile> {
  await promises.access(path);
  return () => createReadStream(path);
}
