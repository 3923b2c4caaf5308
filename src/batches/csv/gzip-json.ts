import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** JSON of a value, compressed at the fastest level, off the event loop. */
export function writeGzipJson(value: unknown): Promise<Buffer> {
  return compress(JSON.stringify(value), { level: 1 });
}

/** The reverse of `writeGzipJson`, for bytes that this program wrote. */
export async function readGzipJson(bytes: Uint8Array): Promise<unknown> {
  return JSON.parse((await expand(bytes)).toString('utf8'));
}
