import { constants, createReadStream, openSync, promises } from 'node:fs';
import { Socket } from 'node:net';

/** Bytes as they are read, and how to give the file back. */
export type OpenedFile = AsyncIterable<Uint8Array> & { destroy: () => unknown };

/** A file, as often as it is sent. */
export interface SendableFile {
  /** Bytes, as it is now. */
  size: number;
  open: () => OpenedFile;
}

/**
 * What stands at a path. Of what is no file (a pipe, as of `<(…)`, or a device) the bytes: they come once, and whoever opens it
 * again gets the rest of them, or waits for ever.
 * @throws where there is none, or it may not be read; the signal's reason
 */
export async function openPath(path: string, signal?: AbortSignal): Promise<SendableFile | Blob> {
  const stats = await promises.stat(path);
  // What a folder has to say, it says when it is read.
  if (!stats.isFile() && !stats.isDirectory()) return new Blob(await read(path, stats.isFIFO(), signal));
  await promises.access(path, constants.R_OK);
  return { size: stats.size, open: () => createReadStream(path) };
}

async function read(path: string, isPipe: boolean, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>[]> {
  signal?.throwIfAborted();
  const stream = isPipe ? openPipe(path) : createReadStream(path);
  const stop = (): unknown => stream.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const piece of stream) pieces.push(piece as Uint8Array<ArrayBuffer>);
  } catch (fault) {
    signal?.throwIfAborted();
    throw fault;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  signal?.throwIfAborted();
  return pieces;
}

/** Waits outside of Node's few threads: one that waits for a writer keeps the process from its end. */
function openPipe(path: string): Socket {
  // It does not block: nobody is waited for.
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}
