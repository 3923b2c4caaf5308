import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** Below this much text the compressor needs no more memory than the text; making room for more takes longer than its work. */
const SHORT = 8192;
const FEW_BYTES = { windowBits: 13, memLevel: 5, chunkSize: 2048 };

/** JSON of a value, compressed at the fastest level, off the event loop. */
export function writeGzipJson(value: unknown): Promise<Buffer> {
  const text = JSON.stringify(value);
  return compress(text, { level: 1, ...(text.length <= SHORT ? FEW_BYTES : {}) });
}

/** The reverse of `writeGzipJson`, for bytes that this program wrote. */
export async function readGzipJson(bytes: Uint8Array): Promise<unknown> {
  return JSON.parse((await expand(bytes)).toString('utf8'));
}
